import {
  commandLineProblem,
  wordsOfLine,
} from '../../administration/settings/command-line-problem.ts';
import type { Config } from '../../config/config.ts';
import type { StoredGlobalSettings } from '../../metadata/setting-documents.ts';
import type { StoredUser } from '../../metadata/users.ts';
import { findProgram } from '../../programs/find-program.ts';
import { MISSING_SANDBOX } from '../../programs/sandbox/missing-sandbox.ts';
import { trySandbox } from '../../programs/sandbox/sandbox.ts';
import { type Finding, ok, warn, bad, listed } from './finding.ts';

export interface CommandSetup {
  readonly config: Config;
  readonly settings: Pick<StoredGlobalSettings, 'shell' | 'commands'>;
  readonly users: readonly StoredUser[];
}

/** Checks whether commands are enabled, how they are confined, and which of them cannot run. */
export async function checkCommands({ config, settings, users }: CommandSetup): Promise<Finding[]> {
  const { features, commands } = config;
  if (!features.exec) return [whileOff(settings)];
  const shell = features.shell ? settings.shell : [];
  return [
    ...shellFindings(settings.shell, { isAllowed: features.shell }),
    ...rootFindings(),
    await checkSandbox(config),
    ...(await checkEventLines(settings.commands, shell, commands.searchPath)),
    ...(await checkAllowedCommands(users, commands.searchPath)),
  ];
}

function whileOff({ commands }: Pick<StoredGlobalSettings, 'commands'>): Finding {
  const count = Object.values(commands).flat().length;
  const waiting = count === 0 ? '' : `; the ${count} event hooks in the settings do not run`;
  return ok('commands', `are disabled${waiting}`);
}

function shellFindings(
  shell: readonly string[],
  { isAllowed }: { readonly isAllowed: boolean },
): Finding[] {
  const words = shell.join(' ');
  if (shell.length === 0) return [ok('commands', 'are enabled, without a shell')];
  if (isAllowed) {
    const seen = `are enabled with full shell access (${words}): users who may run one command can run any command`;
    return [warn('commands', seen, 'start without --allowShell, unless this is intended')];
  }
  return [
    ok('commands', 'are enabled, without a shell'),
    warn(
      'commands',
      `the shell of the settings (${words}) is not used`,
      'config set --shell "", or --allowShell for full shell access',
    ),
  ];
}

function rootFindings(): Finding[] {
  if (process.getuid?.() !== 0) return [];
  const advice = 'run the server as a separate user who owns only the served files';
  return [warn('commands', 'run as root if the server runs as this user', advice)];
}

/** Finds lines that cannot be parsed or whose program does not exist. With a shell, all lines are passed to `shell`. */
export async function checkEventLines(
  commands: StoredGlobalSettings['commands'],
  shell: readonly string[],
  searchPath: readonly string[],
): Promise<Finding[]> {
  const lines = Object.entries(commands).flatMap(([event, list]) =>
    list.map((line, index) => ({ hook: `${event} ${index}`, line })),
  );
  if (lines.length === 0) return [ok('event hooks', 'none are configured')];
  const findings: Finding[] = [];
  for (const { hook, line } of lines) {
    const problem = commandLineProblem(line);
    if (problem !== undefined) {
      const advice = `cmds rm ${hook}; then add a corrected command`;
      findings.push(bad('event hooks', `${hook} ${problem.reason}`, advice));
      continue;
    }
    const [program = ''] = shell.length > 0 ? shell : wordsOfLine(line);
    findings.push(...(await programFindings(hook, program, searchPath)));
  }
  if (findings.length > 0) return findings;
  return [ok('event hooks', `${lines.length}, and all of their programs exist`)];
}

async function programFindings(
  hook: string,
  program: string,
  searchPath: readonly string[],
): Promise<Finding[]> {
  const found = await findProgram(program, searchPath);
  switch (found.kind) {
    case 'found':
      return [];
    case 'missing': {
      const advice = 'install it, add its folder to --commandPath, or use its absolute path';
      return [bad('event hooks', `${hook}: the program ${program} does not exist`, advice)];
    }
    case 'not-executable':
      return [
        bad('event hooks', `${hook}: ${program} cannot be run by this user`, `chmod +x ${program}`),
      ];
  }
}

/** Reports which users may run which commands, and which of these do not exist. */
export async function checkAllowedCommands(
  users: readonly StoredUser[],
  searchPath: readonly string[],
): Promise<Finding[]> {
  const able = users.filter(({ perm }) => perm.execute);
  const withList = able.filter(({ commands }) => commands.length > 0);
  const idle = able.filter(({ commands }) => commands.length === 0);
  const names = (some: readonly StoredUser[]) => listed(some.map(({ username }) => username));
  const empty =
    idle.length === 0 ? '' : `; with the permission but without allowed commands: ${names(idle)}`;
  const seen = withList.length === 0 ? 'no user has any' : `for ${names(withList)}`;
  return [
    ok('allowed commands', `${seen}${empty}`),
    ...(await missingFindings(withList, searchPath)),
  ];
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
    const seen = `the program ${name} in the list of ${listed(usernames)} does not exist`;
    const advice = 'install it, add its folder to --commandPath, or remove it from the list';
    findings.push(warn('allowed commands', seen, advice));
  }
  return findings;
}

/** Tries out the sandbox as the server does. */
export async function checkSandbox(config: Config): Promise<Finding> {
  const { sandbox, network } = config.commands;
  const state = await trySandbox(config);
  if (state === 'active')
    return ok('sandbox', `is active, ${network ? 'with' : 'without'} a network`);
  if (state === 'off') {
    const seen = 'is off: commands of users can access everything that the server can access';
    return warn('sandbox', seen, 'start with --commandSandbox require');
  }
  const { reason: seen, advice } = MISSING_SANDBOX[state];
  return sandbox === 'require'
    ? bad('sandbox', `${seen}, so users cannot run commands`, advice)
    : warn(
        'sandbox',
        `${seen}: commands of users can access everything that the server can access`,
        advice,
      );
}
