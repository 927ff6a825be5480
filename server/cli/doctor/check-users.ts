import type { Rule } from '#contract/users.ts';
import { constants, type Stats } from 'node:fs';
import { lstat, stat } from 'node:fs/promises';
import { join, isAbsolute } from 'node:path';
import { homeOfScope } from '../../access/actor.ts';
import { checkPassword } from '../../access/passwords.ts';
import { ruleProblem } from '../../administration/rules/rule-problem.ts';
import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/read-listening.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { findProgram } from '../../programs/find-program.ts';
import { may } from './check-storage.ts';
import { bad, type Finding, ok, warn, listed } from './finding.ts';

/** Passwords that attackers try first. */
const KNOWN_PASSWORDS = ['admin', 'password', 'filebrowser', 'changeme'];

export async function checkUsers(
  users: readonly StoredUser[],
  { root, storage }: Pick<Config, 'root' | 'storage'>,
): Promise<Finding[]> {
  if (users.length === 0) return [ok('users', 'do not exist yet; the first start creates one')];
  const administrators = users.filter(({ perm }) => perm.admin);
  const findings = [
    ...administratorFindings(users, administrators),
    ...(await passwordFindings(administrators)),
    // The scopes of a managed store are in the database.
    ...(storage === 'folder' ? await scopeFindings(users, root) : []),
  ];
  if (findings.length > 0) return findings;
  return [ok('users', `${users.length}, of them administrators: ${administrators.length}`)];
}

function administratorFindings(
  users: readonly StoredUser[],
  administrators: readonly StoredUser[],
): Finding[] {
  if (administrators.length > 0) return [];
  const [first] = users;
  const advice = `users update ${first?.id} --perm.admin`;
  return [warn('users', 'no user is an administrator', advice)];
}

async function passwordFindings(administrators: readonly StoredUser[]): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const user of administrators) {
    if (await hasKnownPassword(user)) {
      const seen = `the administrator ${user.username} has a well-known password`;
      findings.push(bad('users', seen, `users reset-password ${user.id}`));
    } else if (hasFirstPassword(user)) {
      const seen = `${user.username} still has the password that the first start printed`;
      findings.push(warn('users', seen, 'choose another password; logs may contain this one'));
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
 * Returns true for the user that the first start has created, if unchanged since. Only this user has the scope '.',
 * and a hash given by the operator is nearly always bcrypt.
 */
function hasFirstPassword(user: StoredUser): boolean {
  const isUntouched = user.id === 1 && user.scope === '.' && user.createdAt === user.updatedAt;
  return isUntouched && user.passwordHash.startsWith('$argon2id$');
}

/** Reports users whose scope does not exist, because all their requests fail. */
async function scopeFindings(users: readonly StoredUser[], root: string): Promise<Finding[]> {
  const wrong = new Map<string, string[]>();
  for (const { username, scope } of users) {
    const problem = await scopeProblem(root, scope);
    if (problem !== undefined) wrong.set(problem, [...(wrong.get(problem) ?? []), username]);
  }
  return [...wrong].map(([problem, names]) =>
    warn(
      'scopes',
      `${problem}: ${listed(names)}`,
      'create the folder, or set another with: filebrowser users update NAME --scope',
    ),
  );
}

async function scopeProblem(root: string, scope: string): Promise<string | undefined> {
  const home = homeOfScope(scope);
  if (home === undefined) return 'the scope is not a valid path';
  let folder = root;
  for (const name of home.split('/').filter((part) => part !== '')) {
    folder = join(folder, name);
    const found = await lstat(folder).catch(() => undefined);
    if (found === undefined) return 'the folder does not exist';
    if (found.isSymbolicLink())
      return 'the scope contains a symlink, so all requests are refused (403)';
    if (!found.isDirectory()) return 'the scope is not a folder';
  }
  return undefined;
}

/** Reports rules from old data that cannot be parsed: such a denial denies everything, such an allowance nothing. */
export function checkRules(global: readonly Rule[], users: readonly StoredUser[]): Finding[] {
  const findings = [
    ...findingsOf(global, 'global rule', ''),
    ...users.flatMap(({ id, username, rules }) =>
      findingsOf(rules, `rule of ${username}:`, ` -i ${id}`),
    ),
  ];
  if (findings.length > 0) return findings;
  const count = users.reduce((sum, { rules }) => sum + rules.length, global.length);
  return [ok('rules', count === 0 ? 'none exist' : `${count}, all of them valid`)];
}

function findingsOf(rules: readonly Rule[], whose: string, choice: string): Finding[] {
  return rules.flatMap((rule, index) => {
    const problem = ruleProblem(rule);
    if (problem === undefined) return [];
    const effect = rule.allow ? 'it allows nothing' : 'it denies everything';
    const seen = `${whose} ${index}: ${problem.reason}${rule.regex ? `, so ${effect}` : ''}`;
    return [bad('rules', seen, `rules rm ${index}${choice}; then add a corrected rule`)];
  });
}

const WRITABLE_BY_MANY = 0o022;

interface LogInSetup {
  readonly settings: StoredGlobalSettings;
  readonly auth: AuthSettings;
  readonly config: Config;
}

/** Checks the auth method, and reports who can log in. */
export async function checkLogIn({ settings, auth, config }: LogInSetup): Promise<Finding[]> {
  return [await checkMethod({ settings, auth, config }), ...checkSignUp(settings)];
}

async function checkMethod({ settings, auth, config }: LogInSetup): Promise<Finding> {
  switch (settings.authMethod) {
    case 'json':
      return ok('log-in', auth.recaptcha === null ? 'by password' : 'by password and captcha');
    case 'noauth':
      return checkNoauth(config.listen);
    case 'proxy':
      return checkProxy(auth.header, config.trust.proxies);
    case 'hook':
      return checkHook(auth.command, config.commands.searchPath);
  }
}

function checkNoauth(listen: Config['listen']): Finding {
  const seen = 'everyone has access without a password';
  if (listen.kind === 'tcp' && isLoopback(listen.address)) {
    return ok('log-in', `${seen}, from this machine only`);
  }
  const advice =
    'make sure that only trusted people can reach it, or config set --auth.method json';
  return warn('log-in', seen, advice);
}

function checkProxy(header: string, proxies: readonly string[]): Finding {
  if (header === '') {
    return bad(
      'log-in',
      'by a proxy, but no header is set',
      'config set --auth.method proxy --auth.header X-Remote-User',
    );
  }
  if (proxies.length === 0) {
    const seen = `by the header ${header}, but no proxy is trusted: users cannot log in`;
    return bad('log-in', seen, 'set --trustedProxies to the address of the proxy');
  }
  return ok('log-in', `by the header ${header} of a proxy`);
}

/** Checks the hook command, whose first word is the program. */
async function checkHook(command: string, searchPath: readonly string[]): Promise<Finding> {
  const [name = ''] = command.trim().split(/\s+/);
  const advice = 'config set --auth.method hook --auth.command "/path/to/program"';
  const program = await pathOfHook(name, searchPath);
  if (program === undefined) {
    return bad(
      'log-in',
      `the hook ${quoted(name)} is not an absolute path and was not found`,
      advice,
    );
  }
  const found = await stat(program).catch(() => undefined);
  if (found?.isFile() !== true) return bad('log-in', `the hook ${program} does not exist`, advice);
  if (!(await may(program, constants.X_OK))) {
    return bad('log-in', `the hook ${program} cannot be run by this user`, `chmod +x ${program}`);
  }
  if (isWritableByMany(found)) {
    const seen = `other users than the owner can change the hook ${program}`;
    return bad('log-in', seen, `chmod go-w ${program}`);
  }
  return ok('log-in', `by the hook ${program}`);
}

async function pathOfHook(
  name: string,
  searchPath: readonly string[],
): Promise<string | undefined> {
  if (isAbsolute(name)) return name;
  const found = await findProgram(name, searchPath);
  return found.kind === 'found' ? found.program : undefined;
}

function isWritableByMany({ mode }: Stats): boolean {
  return (mode & WRITABLE_BY_MANY) !== 0;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function checkSignUp({ signup, createUserDir, defaults }: StoredGlobalSettings): Finding[] {
  if (!signup) return [];
  const isShared = !createUserDir && homeOfScope(defaults.scope) !== '/';
  const where = isShared ? `in the folder ${defaults.scope}` : 'each in a folder of their own';
  return [ok('sign-up', `is open to everyone, ${where}`)];
}
