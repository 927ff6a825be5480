import { ROOT } from '#contract/paths.ts';
import { isAbsolute } from 'node:path';
import { homeOfScope } from '../../../access/actor.ts';
import { commandLineProblem } from '../../../administration/settings/command-line-problem.ts';
import { isLoopback } from '../../../config/read-listening.ts';
import { readValues } from '../../../config/read-values.ts';
import { fromStored } from '../../../config/sources.ts';
import type { AuthSettings, StoredGlobalSettings } from '../../../metadata/setting-documents.ts';
import type { ServerSettings } from '../../../metadata/settings.ts';
import type { NewUser } from '../../../metadata/users.ts';
import type { Notes } from './migration-notes.ts';

interface LegacyAuth {
  readonly settings: Pick<StoredGlobalSettings, 'authMethod'>;
  readonly server: ServerSettings;
  readonly auth: AuthSettings;
}

/** Notes what the auth method requires here in addition. */
export function noteLogIn({ settings, server, auth }: LegacyAuth, notes: Notes): void {
  const { values } = readValues(fromStored(server));
  switch (settings.authMethod) {
    case 'json':
      return;
    case 'noauth':
      if (isLoopback(values.address) || values.allowRemoteNoauth) return;
      return notes.decide(
        'sign-in',
        'no password is required, and other machines can reach the server: it only starts with --allowRemoteNoauth',
      );
    case 'proxy':
      if (values.trustedProxies.length > 0) return;
      return notes.decide(
        'sign-in',
        'a proxy authenticates users; they cannot log in until --trustedProxies names its address',
      );
    case 'hook': {
      const [program = ''] = auth.command.trim().split(/\s+/);
      if (isAbsolute(program) || !program.includes('/')) return;
      return notes.decide(
        'sign-in',
        `the command ${auth.command} has to begin with an absolute path or the name of a program; users cannot log in before it does: config set --auth.method hook --auth.command`,
      );
    }
  }
}

/** Reports that people who sign up, or come by a proxy or hook, no longer share the whole root. */
export function noteSignUp(
  { signup, authMethod, createUserDir, defaults, userHomeBasePath }: StoredGlobalSettings,
  notes: Notes,
): void {
  const makesUsers = signup || authMethod === 'proxy' || authMethod === 'hook';
  if (!makesUsers || createUserDir || homeOfScope(defaults.scope) !== ROOT) return;
  notes.adjust(
    'sign-up',
    `in File Browser 2, new users had access to the whole root; here each gets a home folder in ${userHomeBasePath}. Set another default scope to let them share a folder`,
  );
}

/** Syntax that only a shell interprets. Without one, these are ordinary words. */
const SHELL_SYNTAX = /[|;<>`*?]|&(?!\s*$)|\$\(/;

interface LegacyCommands {
  readonly settings: Pick<StoredGlobalSettings, 'commands' | 'shell'>;
  readonly users: readonly Pick<NewUser, 'username' | 'perm' | 'commands'>[];
  readonly wereOn: boolean;
}

/** Notes that all commands are kept, and that none runs before the operator has reviewed them. */
export function noteCommands(old: LegacyCommands, notes: Notes): void {
  const { commands, shell } = old.settings;
  const lines = Object.entries(commands).flatMap(([event, all]) =>
    all.map((line) => ({ about: `command on ${event}`, line })),
  );
  if (old.wereOn) noteSwitchedOff(old, lines.length, notes);
  if (lines.length === 0) return;
  if (shell.length > 0) {
    const program = shell.join(' ');
    const here = 'here a line is a program and its arguments, except with --allowShell';
    notes.decide('settings', `in File Browser 2, a shell (${program}) ran commands; ${here}`);
  }
  for (const { about, line } of lines) {
    const problem = commandLineProblem(line);
    if (problem !== undefined) notes.decide(about, `${line} is kept, but ${problem.reason}`);
    else if (SHELL_SYNTAX.test(line)) {
      notes.decide(about, `${line} is kept, but contains syntax that only a shell interprets`);
    }
  }
}

function noteSwitchedOff({ users }: LegacyCommands, lines: number, notes: Notes): void {
  const able = users.filter(({ perm, commands }) => perm.execute && commands.length > 0).length;
  const message =
    'File Browser 2 ran commands; they are disabled until config set --disableExec=false. Commands of users then run only inside bubblewrap: install it, or config set --commandSandbox=auto';
  if (lines > 0 || able > 0) notes.decide('server', message);
  else notes.adjust('server', message);
}
