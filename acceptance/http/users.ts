import type { Served } from '../server/use-server.ts';
import type { Reply } from './send.ts';

type Permissions = Readonly<Record<string, boolean>>;

/**
 * Opens a WebSocket and sends all `messages` at once. The body of the response is JSON with the received messages and the close
 * code and reason in `closed`. A refused handshake is returned like any response.
 */
export interface UserChanges {
  /** Properties of a user that these tests change. */
  readonly perm?: Permissions;
  readonly scope?: string;
  readonly rules?: readonly unknown[];
  readonly hideDotfiles?: boolean;
}

/** Replaces the whole object. */
interface KnownUser extends Required<UserChanges> {
  readonly id: number;
  readonly username: string;
}

/** A user, as the server describes it to an administrator. */
const ADMINISTRATOR = 'admin';

export async function userNamed({ as }: Served, username: string): Promise<KnownUser> {
  const reply = await as(ADMINISTRATOR, { path: '/api/users' });
  const users = JSON.parse(told(reply, 200)) as readonly KnownUser[];
  const user = users.find((candidate) => candidate.username === username);
  if (user === undefined) throw new Error(`there is no ${username}`);
  return user;
}

/** The user who changes others; must be an administrator and stay logged in. */
export async function changeUser(
  served: Served,
  username: string,
  changes: UserChanges,
): Promise<void> {
  const { id, perm } = await userNamed(served, username);
  const which = ['perm', 'scope', 'rules', 'hideDotfiles'].filter((field) => field in changes);
  const data = { ...changes, id, perm: { ...perm, ...changes.perm } };
  const body = JSON.stringify({ what: 'user', which, data });
  told(await served.as(ADMINISTRATOR, { method: 'PUT', path: `/api/users/${id}`, body }), 200);
}

export async function deleteUser(served: Served, username: string): Promise<void> {
  const { id } = await userNamed(served, username);
  told(await served.as(ADMINISTRATOR, { method: 'DELETE', path: `/api/users/${id}` }), 200);
}

function told({ status, body }: Reply, expected: number): string {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${body.toString()}`);
  return body.toString();
}
