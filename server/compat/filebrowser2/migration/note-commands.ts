import { commandLineProblem } from '../../../administration/settings/command-line-problem.ts';
import type { StoredGlobalSettings } from '../../../metadata/setting-documents.ts';
import type { NewUser } from '../../../metadata/users.ts';
import type { Notes } from './migration-notes.ts';

/** What only a shell understands: without one it is a word like any other. */
const SHELL_SYNTAX = /[|;<>`*?]|&(?!\s*$)|\$\(/;

interface LegacyCommands {
  readonly settings: Pick<StoredGlobalSettings, 'commands' | 'shell'>;
  readonly users: readonly Pick<NewUser, 'username' | 'perm' | 'commands'>[];
  readonly wereOn: boolean;
}

/** What becomes of commands: all of them are kept, and none runs before somebody has looked at them. */
export function noteCommands(old: LegacyCommands, notes: Notes): void {
  const { commands, shell } = old.settings;
  const lines = Object.entries(commands).flatMap(([event, all]) =>
    all.map((line) => ({ about: `command on ${event}`, line })),
  );
  if (old.wereOn) noteSwitchedOff(old, lines.length, notes);
  if (lines.length === 0) return;
  if (shell.length > 0) {
    const program = shell.join(' ');
    const here = 'here a line is a program and its words, save with --allowShell';
    notes.decide('settings', `a shell (${program}) read commands; ${here}`);
  }
  for (const { about, line } of lines) {
    const problem = commandLineProblem(line);
    if (problem !== undefined) notes.decide(about, `${line} is kept, but ${problem.reason}`);
    else if (SHELL_SYNTAX.test(line)) {
      notes.decide(about, `${line} is kept, but has signs in it that only a shell understands`);
    }
  }
}

function noteSwitchedOff({ users }: LegacyCommands, lines: number, notes: Notes): void {
  const able = users.filter(({ perm, commands }) => perm.execute && commands.length > 0).length;
  const message =
    'commands were on there; here they are off until config set --disableExec=false, and those of users then run only inside bubblewrap: install it, or config set --commandSandbox=auto';
  if (lines > 0 || able > 0) notes.decide('server', message);
  else notes.adjust('server', message);
}
