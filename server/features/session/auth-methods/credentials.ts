import { Credentials } from '#contract/session.ts';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../../../errors.ts';
import { addAuditFacts } from '../../../http/audit.ts';
import { readJson } from '../../../http/request.ts';

const MAX_BODY_BYTES = 1024 * 1024;

/** Reads the credentials. Throws `wrong-credentials` for a body that is malformed, incomplete or longer than 1 MiB (compatibility.md 2.4). */
export async function readCredentials(request: FastifyRequest): Promise<Credentials> {
  try {
    const credentials = await readJson(request, Credentials, { maxBytes: MAX_BODY_BYTES });
    addAuditFacts(request, { username: credentials.username });
    return credentials;
  } catch (cause) {
    // A lost connection is no attempt to log in, which the audit log would name.
    if (request.raw.destroyed && !request.raw.complete) throw cause;
    throw new AppError('wrong-credentials', 'no readable credentials', { cause });
  }
}
