import { COMMAND_RUNS_URL, CommandRunsPage } from '#contract/commands.ts';
import type { FastifyInstance } from 'fastify';
import { isFlagSet, queryOf } from '../../http/request.ts';
import { flagParam, jsonReply, numberParam, route } from '../../http/route.ts';
import type { Database } from '../../metadata/database.ts';
import { listRuns } from './list-runs.ts';

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
