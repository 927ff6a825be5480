import type { StoredUser } from '../../metadata/users.ts';
import { findProgram } from '../../programs/find-program.ts';
import { type Finding, ok, warn } from './finding.ts';
import { listed } from './listed.ts';

const ABOUT = 'allowed commands';

/** Who may run what, and what of it is not there. */
export async function checkAllowedCommands(
  users: readonly StoredUser[],
  searchPath: readonly string[],
): Promise<Finding[]> {
  const able = users.filter(({ perm }) => perm.execute);
  const withList = able.filter(({ commands }) => commands.length > 0);
  const idle = able.filter(({ commands }) => commands.length === 0);
  const names = (those: readonly StoredUser[]) => listed(those.map(({ username }) => username));
  const empty = idle.length === 0 ? '' : `; permitted, with an empty list: ${names(idle)}`;
  const seen = withList.length === 0 ? 'nobody has any' : `for ${names(withList)}`;
  return [ok(ABOUT, `${seen}${empty}`), ...(await missingFindings(withList, searchPath))];
}

async function missingFindings(
  users: readonly StoredUser[],
  searchPath: readonly string[],
): Promise<Finding[]> {
  const owners = new Map<string, string[]>();
  for (const { username, commands } of users) {
    for (const name of new Set(commands)) {
      owners.set(name, [...(owners.get(name) ?? []), username]);
    }
  }
  const findings: Finding[] = [];
  for (const [name, usernames] of owners) {
    if ((await findProgram(name, searchPath)).kind === 'found') continue;
    const seen = `there is no program ${name} that could be run, in the list of ${listed(usernames)}`;
    const advice = 'install it, name its folder in --commandPath, or take it from the list';
    findings.push(warn(ABOUT, seen, advice));
  }
  return findings;
}
