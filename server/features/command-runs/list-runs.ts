import type { CommandRunsPage } from '#contract/commands.ts';
import { AppError } from '../../errors.ts';
import { listCommandRuns } from '../../metadata/command-runs.ts';
import type { Database } from '../../metadata/database.ts';

const RUNS_A_PAGE = 100;

export interface RunsAsked {
  /** Id of the last known run. Only earlier ones are returned. */
  readonly before: string | undefined;
  readonly failedOnly: boolean;
}

/** Lists command runs, the latest first. */
export async function listRuns(
  { read }: Pick<Database, 'read'>,
  { before, failedOnly }: RunsAsked,
): Promise<CommandRunsPage> {
  const page = { before: idOf(before), failedOnly, limit: RUNS_A_PAGE + 1 };
  const found = await listCommandRuns(read, page);
  return { runs: found.slice(0, RUNS_A_PAGE), hasMore: found.length > RUNS_A_PAGE };
}

function idOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9]{1,15}$/.test(text)) return Number(text);
  throw new AppError('invalid-request', 'before has to be the id of a run');
}
