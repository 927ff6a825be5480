import { COMMAND_TRIAL_URL, TRIGGERS } from '#contract/commands.ts';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LONGEST_LINE } from '../../administration/settings/command-line-problem.ts';
import { sessionOf } from '../../http/authenticate.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { readJson } from '../../http/request.ts';
import { withSlot } from '../../http/concurrency-limit.ts';
import { ConcurrencyLimiter } from '../../lib/concurrency-limiter.ts';
import { tryLine, type TrialService } from './try-line.ts';

const MAX_BODY_BYTES = 64 * 1_024;

const Trial = z.object({
  trigger: z.enum(TRIGGERS, 'is not an event'),
  line: z.string('has to be a text').max(LONGEST_LINE, `has more than ${LONGEST_LINE} characters`),
});

// What is run has a record of its own.
const TRYING = { config: { access: 'admin', audit: 'nothing' } } as const;

/** A line for an event, tried out before it is saved. */
export function commandTrialRoutes(service: TrialService) {
  const gate = new ConcurrencyLimiter({ atOnce: 4, ofOne: 2, waitingOfOne: 4 });
  return async (app: FastifyInstance): Promise<void> => {
    app.post(COMMAND_TRIAL_URL, TRYING, async (request, reply) => {
      const trial = await readJson(request, Trial, { maxBytes: MAX_BODY_BYTES });
      const { actor } = sessionOf(request);
      const result = await withSlot(reply, gate, actor.account, () =>
        tryLine(service, actor, trial, disconnectSignal(reply)),
      );
      return reply.send(result);
    });
  };
}
