import { SomePermissions, User } from '#contract/users.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { announcedBytes, readJson } from '../../http/request.ts';
import { parseInput, problemText, type InputProblem } from '../../lib/parse-input.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** What our own replies hold may come back; whatever else is unknown is refused, so that no slip of a name goes unheard. */
const SentUser = z
  .strictObject({
    ...User.shape,
    perm: SomePermissions,
    // That of a new user is handed out here, whatever the client calls it.
    id: z.number(),
    lastSeen: z.string(),
  })
  .partial();
export type SentUser = z.infer<typeof SentUser>;

const Envelope = z.strictObject({
  what: z.string(),
  which: z.array(z.string()).default([]),
  current_password: z.string().optional(),
  data: SentUser,
});
type Envelope = z.infer<typeof Envelope>;

const What = z.object({ what: z.literal('user') });
const Confirmation = z.object({ current_password: z.string().optional() });

/** The body of POST and PUT. */
export async function readEnvelope(request: FastifyRequest): Promise<Envelope> {
  const sent = await readJson(request, z.unknown(), { maxBytes: MAX_BODY_BYTES });
  if (!What.safeParse(sent).success) throw new AppError('invalid-request', 'invalid data type');
  const parsed = parseInput(Envelope, sent);
  if (parsed.kind === 'refused')
    throw new AppError('invalid-request', fieldProblem(parsed.problem));
  return parsed.value;
}

/** The password in the body of a DELETE, which may have none. */
export async function readConfirmation(request: FastifyRequest): Promise<string | undefined> {
  if (announcedBytes(request) === 0) return undefined;
  const body = await readJson(request, Confirmation, { maxBytes: MAX_BODY_BYTES });
  return body.current_password;
}

/** Leaves out `data`, which holds all fields. */
function fieldProblem({ path, message }: InputProblem): string {
  return problemText({ path: path.filter((step) => step !== 'data'), message });
}
