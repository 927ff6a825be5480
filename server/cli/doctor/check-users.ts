import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { homeOfScope } from '../../access/actor.ts';
import { checkPassword } from '../../access/passwords.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { bad, type Finding, ok, warn } from './finding.ts';
import { listed } from './listed.ts';

const ABOUT = 'users';
/** What programs of this kind came with, or are set up with. */
const KNOWN_PASSWORDS = ['admin', 'password', 'filebrowser', 'changeme'];

export async function checkUsers(users: readonly StoredUser[], root: string): Promise<Finding[]> {
  if (users.length === 0) return [ok(ABOUT, 'there are none yet; the first start makes one')];
  const administrators = users.filter(({ perm }) => perm.admin);
  const findings = [
    ...administratorFindings(users, administrators),
    ...(await passwordFindings(administrators)),
    ...(await scopeFindings(users, root)),
  ];
  if (findings.length > 0) return findings;
  return [ok(ABOUT, `${users.length}, of them administrators: ${administrators.length}`)];
}

function administratorFindings(
  users: readonly StoredUser[],
  administrators: readonly StoredUser[],
): Finding[] {
  if (administrators.length > 0) return [];
  const [first] = users;
  const advice = `users update ${first?.id} --perm.admin`;
  return [warn(ABOUT, 'nobody is an administrator', advice)];
}

async function passwordFindings(administrators: readonly StoredUser[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const user of administrators) {
    if (await hasKnownPassword(user)) {
      const seen = `the password of the administrator ${user.username} can be guessed at once`;
      findings.push(bad(ABOUT, seen, `users reset-password ${user.id}`));
    } else if (hasFirstPassword(user)) {
      const seen = `${user.username} still has the password that the first start has printed`;
      findings.push(warn(ABOUT, seen, 'choose another one; logs may have kept that'));
    }
  }
  return findings;
}

async function hasKnownPassword({ username, passwordHash }: StoredUser): Promise<boolean> {
  for (const password of [...KNOWN_PASSWORDS, username]) {
    if ((await checkPassword(passwordHash, password)) !== 'wrong') return true;
  }
  return false;
}

/**
 * The one the first start makes, whose record nobody has changed since. Only there the scope is '.', and a hash that the
 * operator gave is nearly always bcrypt.
 */
function hasFirstPassword(user: StoredUser): boolean {
  const isUntouched = user.id === 1 && user.scope === '.' && user.createdAt === user.updatedAt;
  return isUntouched && user.passwordHash.startsWith('$argon2id$');
}

/** Who has no folder meets an error wherever they go. */
async function scopeFindings(users: readonly StoredUser[], root: string): Promise<Finding[]> {
  const wrong = new Map<string, string[]>();
  for (const { username, scope } of users) {
    const problem = await scopeProblem(root, scope);
    if (problem !== undefined) wrong.set(problem, [...(wrong.get(problem) ?? []), username]);
  }
  return [...wrong].map(([problem, names]) =>
    warn('scopes', `${problem}: ${listed(names)}`, 'make the folder, or users update … --scope'),
  );
}

async function scopeProblem(root: string, scope: string): Promise<string | undefined> {
  const home = homeOfScope(scope);
  if (home === undefined) return 'no acceptable path';
  let place = root;
  for (const name of home.split('/').filter((part) => part !== '')) {
    place = join(place, name);
    const found = await lstat(place).catch(() => undefined);
    if (found === undefined) return 'the folder is not there';
    if (found.isSymbolicLink()) return 'there is a link in it, so that it answers 403 everywhere';
    if (!found.isDirectory()) return 'it is no folder';
  }
  return undefined;
}
