import { COMMAND_RUNS_URL } from '#contract/commands.ts';
import type { FastifyInstance } from 'fastify';
import { isFlagSet, queryOf } from '../../http/request.ts';
import type { Database } from '../../metadata/database.ts';
import { listRuns } from './list-runs.ts';

/** What commands were run, also while none are allowed any more. */
export function commandRunRoutes(db: Database) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get(COMMAND_RUNS_URL, { config: { access: 'admin' } }, async (request, reply) => {
      const asked = {
        before: queryOf(request)['before'],
        failedOnly: isFlagSet(request, 'failed'),
      };
      return reply.send(await listRuns(db, asked));
    });
  };
}
