import { COMMAND_TRIAL_URL, CommandTrialResult, TRIGGERS } from '#contract/commands.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LONGEST_LINE } from '../../administration/settings/command-line-problem.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { readJson } from '../../http/request.ts';
import { jsonBody, jsonReply, route } from '../../http/route.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { tryLine, type TrialService } from './try-line.ts';

const MAX_BODY_BYTES = 64 * 1_024;

const Trial = z.object({
  trigger: z.enum(TRIGGERS, 'is not an event'),
  line: z.string('has to be text').max(LONGEST_LINE, `has more than ${LONGEST_LINE} characters`),
});

const TRY_COMMAND = route({
  access: 'admin',
  // Command runs have their own log.
  audit: 'nothing',
  group: 'Commands',
  summary: 'Try a command for an event',
  description: 'Runs it as the event would, with an example file.',
  body: jsonBody(z.object({ trigger: z.enum(TRIGGERS), line: z.string() })),
  replies: { 200: jsonReply('The result of the run.', CommandTrialResult) },
  refusals: ['invalid-request', 'too-large', 'too-many-requests'],
});

/** Runs a command for an event before it is saved. */
export function commandTrialRoutes(service: TrialService) {
  const limiter = new ConcurrencyLimiter({ maxConcurrent: 4, maxPerUser: 2, maxQueued: 4 });
  return async (app: FastifyInstance): Promise<void> => {
    app.post(COMMAND_TRIAL_URL, TRY_COMMAND, async (request, reply) => {
      const trial = await readJson(request, Trial, { maxBytes: MAX_BODY_BYTES });
      const { actor } = sessionOf(request);
      const result = await withSlot(reply, limiter, actor.account, () =>
        tryLine(service, actor, trial, disconnectSignal(reply)),
      );
      return reply.send(result);
    });
  };
}
