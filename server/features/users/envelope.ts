import { SomePermissions, User } from '#contract/users.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../errors.ts';
import { announcedBytes, readJson } from '../../http/request.ts';
import { parseInput, problemText, type InputProblem } from '../../lib/parse-input.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** Accepts the fields of our own replies. Refuses other unknown fields, so that a misspelt name is noticed. */
const SentUser = z
  .strictObject({
    ...User.shape,
    perm: SomePermissions,
    // The server chooses the ID of a new user, whatever the client sends.
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

/** Reads the body of POST and PUT. */
export async function readEnvelope(request: FastifyRequest): Promise<Envelope> {
  const sent = await readJson(request, z.unknown(), { maxBytes: MAX_BODY_BYTES });
  if (!What.safeParse(sent).success) throw new AppError('invalid-request', 'invalid data type');
  const parsed = parseInput(Envelope, sent);
  if (parsed.kind === 'refused')
    throw new AppError('invalid-request', fieldProblem(parsed.problem));
  return parsed.value;
}

/** Reads the password in the optional body of a DELETE. */
export async function readConfirmation(request: FastifyRequest): Promise<string | undefined> {
  if (announcedBytes(request) === 0) return undefined;
  const body = await readJson(request, Confirmation, { maxBytes: MAX_BODY_BYTES });
  return body.current_password;
}

/** Leaves out `data`, which holds all fields. */
function fieldProblem({ path, message }: InputProblem): string {
  return problemText({ path: path.filter((step) => step !== 'data'), message });
}
