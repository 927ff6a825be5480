import { createHmac } from 'node:crypto';
import type { RunningServer } from '../server/running-server.ts';
import { send } from './send.ts';

/** Sessions on one server, created when first needed. */
export class Sessions {
  readonly #server: RunningServer;
  readonly #tokens = new Map<string, Promise<string>>();

  constructor(server: RunningServer) {
    this.#server = server;
  }

  tokenOf(username: string): Promise<string> {
    const known = this.#tokens.get(username);
    if (known !== undefined) return known;
    const token = this.logIn(username);
    this.#tokens.set(username, token);
    return token;
  }

  /** Creates a new session and returns its token. */
  async logIn(username: string): Promise<string> {
    const { setup, port } = this.#server;
    const user = setup.users.find((candidate) => candidate.username === username);
    if (user === undefined) throw new Error(`the setup ${setup.name} has no user ${username}`);
    const body = JSON.stringify({ username, password: user.password });
    const headers = withUsername(setup.login_headers, username);
    const path = `${setup.base}/api/login`;
    const reply = await send(port, { method: 'POST', path, headers, body });
    if (reply.status === 200) return reply.body.toString();
    throw new Error(`${username} cannot log in: ${reply.status} ${reply.body.toString()}`);
  }
}

/** Returns the login headers of a setup with the name of the user. */
function withUsername(headers: Readonly<Record<string, string>>, username: string) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace('{USER}', username)]),
  );
}

const HOUR = 3_600;

/** Returns tokens as an attacker with the old signing key would create them. None belongs to a session. */
export function forgedToken(server: RunningServer, kind: string, username: string): string {
  const now = Math.floor(Date.now() / 1_000);
  const id = server.setup.users.find((user) => user.username === username)?.id ?? 999;
  const claims = { iss: 'File Browser', iat: now, exp: now + 2 * HOUR, ...claimsOf(kind, now) };
  const user = { id: kind === 'ghost' ? 999 : id, username, perm: {} };
  const secret =
    kind === 'otherkey' ? Buffer.alloc(64, 1) : Buffer.from(server.setup.key, 'base64');
  const header = encode({ alg: kind === 'none' ? 'none' : 'HS256', typ: 'JWT' });
  const signed = `${header}.${encode({ user, ...claims })}`;
  if (kind === 'none') return `${signed}.`;
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`;
}

function claimsOf(kind: string, now: number): Record<string, unknown> {
  switch (kind) {
    case 'noexp':
      return { exp: undefined };
    case 'expired':
      return { iat: now - 2 * HOUR, exp: now - 1 };
    case 'halfhour':
      return { exp: now + HOUR / 2 };
    case 'old':
      return { iat: now - 100 * HOUR };
    case 'futureiat':
      return { iat: now + HOUR };
    case 'otheriss':
      return { iss: 'Someone Else' };
    case 'otherkey':
    case 'none':
    case 'ghost':
      return {};
    default:
      throw new Error(`unknown kind of forged token: ${kind}`);
  }
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
