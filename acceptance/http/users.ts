import type { Served } from '../server/use-server.ts';
import type { Reply } from './send.ts';

type Permissions = Readonly<Record<string, boolean>>;

/** Properties of a user that these tests change. */
export interface UserChanges {
  /** Permissions to change; the others stay. */
  readonly perm?: Permissions;
  readonly scope?: string;
  readonly rules?: readonly unknown[];
  readonly hideDotfiles?: boolean;
}

/** A user, as the server describes it to an administrator. */
interface KnownUser extends Required<UserChanges> {
  readonly id: number;
  readonly username: string;
}

/** The user who changes others; must be an administrator and stay logged in. */
const ADMINISTRATOR = 'admin';

export async function userNamed({ as }: Served, username: string): Promise<KnownUser> {
  const reply = await as(ADMINISTRATOR, { path: '/api/users' });
  const users = JSON.parse(requireStatus(reply, 200)) as readonly KnownUser[];
  const user = users.find((candidate) => candidate.username === username);
  if (user === undefined) throw new Error(`the user "${username}" does not exist`);
  return user;
}

/** Changes the given properties of a user as an administrator. Throws if the server refuses. */
export async function changeUser(
  served: Served,
  username: string,
  changes: UserChanges,
): Promise<void> {
  const { id, perm } = await userNamed(served, username);
  const which = ['perm', 'scope', 'rules', 'hideDotfiles'].filter((field) => field in changes);
  const data = { ...changes, id, perm: { ...perm, ...changes.perm } };
  const body = JSON.stringify({ what: 'user', which, data });
  requireStatus(
    await served.as(ADMINISTRATOR, { method: 'PUT', path: `/api/users/${id}`, body }),
    200,
  );
}

export async function deleteUser(served: Served, username: string): Promise<void> {
  const { id } = await userNamed(served, username);
  requireStatus(
    await served.as(ADMINISTRATOR, { method: 'DELETE', path: `/api/users/${id}` }),
    200,
  );
}

function requireStatus({ status, body }: Reply, expected: number): string {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${body.toString()}`);
  return body.toString();
}
