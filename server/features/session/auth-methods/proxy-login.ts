import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { hashPassword } from '../../../access/passwords.ts';
import type { Administration } from '../../../administration/administration.ts';
import { addUser } from '../../../administration/users/add-user.ts';
import { AppError } from '../../../errors.ts';
import { readAuthSettings } from '../../../metadata/settings.ts';
import { findUserByName, type StoredUser } from '../../../metadata/users.ts';
import { isAcceptableName, type AuthMethodLogin } from './auth-method.ts';

interface Dependencies {
  readonly administration: Administration;
  /** Returns true if a request comes directly from a trusted proxy. */
  isFromProxy(request: FastifyRequest): boolean;
}

/** Logs in the user whom a proxy has authenticated and names in a header. Creates new users with the defaults. */
export function proxyLogin({ administration, isFromProxy }: Dependencies): AuthMethodLogin {
  return async (request) => {
    const { header } = await readAuthSettings(administration.db.read);
    const peer = request.socket.remoteAddress ?? 'a client of the Unix socket';
    if (header === '')
      throw refused(request, 'the name of the header is not set: config set --auth.header');
    if (!isFromProxy(request)) {
      throw refused(
        request,
        `${peer} is not a trusted proxy; if it should be, set --trustedProxies`,
      );
    }
    const username = nameIn(request, header);
    if (username === undefined) {
      throw refused(
        request,
        `the proxy has to send one name without a comma in the header ${header}`,
      );
    }
    return (
      (await findUserByName(administration.db.read, username)) ??
      (await makeUser(administration, request, username))
    );
  };
}

/**
 * Returns undefined unless the header has one name. Of two, one may come from the browser; some proxies join them
 * with a comma. Bytes beyond ASCII are UTF-8.
 */
function nameIn(request: FastifyRequest, header: string): string | undefined {
  const [value, ...more] = request.raw.headersDistinct[header.toLowerCase()] ?? [];
  const bytes = Buffer.from(value ?? '', 'latin1');
  if (more.length > 0 || !isUtf8(bytes)) return undefined;
  const name = bytes.toString('utf8');
  return isAcceptableName(name) && !name.includes(',') ? name : undefined;
}

async function makeUser(
  administration: Administration,
  request: FastifyRequest,
  username: string,
): Promise<StoredUser> {
  const password = { hash: await hashPassword(randomBytes(32).toString('base64url')) };
  const fields = { lockPassword: true };
  try {
    const input = { username, password, fields, home: 'never-root', untrusted: true } as const;
    return await addUser(administration, input);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // A page sends several first requests at once.
    const createdMeanwhile = await findUserByName(administration.db.read, username);
    if (error.code === 'already-exists' && createdMeanwhile !== undefined) return createdMeanwhile;
    if (error.code !== 'already-exists' && error.code !== 'invalid-request') throw error;
    throw refused(request, `the user ${username} could not be created: ${error.message}`);
  }
}

function refused(request: FastifyRequest, why: string): AppError {
  request.log.warn({ reqId: request.id }, `login by a proxy refused: ${why}`);
  return new AppError('wrong-credentials', why);
}
