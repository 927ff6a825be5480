import {
  COMMAND_RUNS_URL,
  COMMAND_TRIAL_URL,
  type CommandRunsPage,
  type CommandTrial,
  type CommandTrialResult,
} from '#contract/commands.ts';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { callJson } from '../http.ts';

/** Pages of command runs, newest first; optionally only failed runs. */
export const commandRunsQuery = (failedOnly: boolean) =>
  infiniteQueryOptions({
    queryKey: ['command-runs', failedOnly],
    queryFn: ({ pageParam, signal }) =>
      callJson<CommandRunsPage>('GET', runsUrl(failedOnly, pageParam), { signal }),
    initialPageParam: firstPage(),
    getNextPageParam: ({ runs, hasMore }) => (hasMore ? runs.at(-1)?.id : undefined),
    // New runs may have been added since the last request.
    staleTime: 0,
  });

/** Runs a command once with an example event. Aborting `signal` ends it. */
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

/** Returns the parameter of the first page, typed like those of the following pages. */
function firstPage(): number | undefined {
  return undefined;
}
