import { COMMAND_RUNS_URL, CommandRunsPage } from '#contract/commands.ts';
import type { FastifyInstance } from 'fastify';
import { isFlagSet, queryOf } from '../../http/request.ts';
import { flagParam, jsonReply, numberParam, route } from '../../http/route.ts';
import type { Database } from '../../metadata/database.ts';
import { AppError } from '../../errors.ts';
import { listCommandRuns } from '../../metadata/command-runs.ts';

const LIST_RUNS = route({
  access: 'admin',
  group: 'Commands',
  summary: 'List command runs',
  query: {
    before: numberParam('Lists runs before the run with this ID.'),
    failed: flagParam('Lists only failed runs.'),
  },
  replies: { 200: jsonReply('A page of runs, the latest first.', CommandRunsPage) },
  refusals: ['invalid-request'],
});

/** Lists command runs, also while commands are disabled. */
export function commandRunRoutes(db: Database) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(COMMAND_RUNS_URL, LIST_RUNS, async (request, reply) => {
      const asked = {
        before: queryOf(request)['before'],
        failedOnly: isFlagSet(request, 'failed'),
      };
      return reply.send(await listRuns(db, asked));
    });
  };
}

const RUNS_A_PAGE = 100;

export interface RunsAsked {
  /** Id of the last known run. Only earlier ones are returned. */
  readonly before: string | undefined;
  readonly failedOnly: boolean;
}

/** Lists command runs, the latest first. */
async function listRuns(
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
