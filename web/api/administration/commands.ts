import {
  COMMAND_RUNS_URL,
  COMMAND_TRIAL_URL,
  type CommandRunsPage,
  type CommandTrial,
  type CommandTrialResult,
} from '#contract/commands.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callJson } from '../http.ts';

/** What was run, the latest first, page by page; only what went wrong, if that is wanted. */
export const commandRunsQuery = (failedOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: ['command-runs', failedOnly],
    queryFn: ({ pageParam, signal }) =>
      callJson<CommandRunsPage>('GET', runsUrl(failedOnly, pageParam), { signal }),
    initialPageParam: noRun(),
    getNextPageParam: ({ runs, hasMore }) => (hasMore ? runs.at(-1)?.id : undefined),
    // Something may have been run since they were looked at.
    staleTime: 0,
  });

/** Runs a line as an event would. Whoever aborts `signal` ends it. */
export function tryCommand(trial: CommandTrial, signal: AbortSignal): Promise<CommandTrialResult> {
  return callJson<CommandTrialResult>('POST', COMMAND_TRIAL_URL, {
    body: JSON.stringify(trial),
    signal,
  });
}

function runsUrl(failedOnly: boolean, before: number | undefined): string {
  const query = new URLSearchParams();
  if (failedOnly) query.set('failed', 'true');
  if (before !== undefined) query.set('before', `${before}`);
  return query.size === 0 ? COMMAND_RUNS_URL : `${COMMAND_RUNS_URL}?${query.toString()}`;
}

/** The first page begins with the latest one. */
function noRun(): number | undefined {
  return undefined;
}
