import { splitCommandLine } from '#contract/command-line.ts';
import type { CommandEnd } from '#contract/commands.ts';
import type { SessionOwner } from '../../access/authenticator.ts';
import { findProgram } from '../../programs/find-program.ts';

export interface ChosenProgram {
  readonly kind: 'program';
  /** The first word of the line: what the user has to be allowed. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** Why a line is not run: what the connection is closed with, and what is said before, where old clients expect words. */
export interface Refused {
  readonly kind: 'refused';
  readonly end: CommandEnd;
  readonly message?: string;
}

export interface Choice {
  readonly line: string;
  readonly owner: SessionOwner;
  readonly searchPath: readonly string[];
  /** The shell that every line is given to, as its words; empty where there is none. */
  readonly shell: readonly string[];
}

export const NOT_ALLOWED: Refused = {
  kind: 'refused',
  end: { kind: 'not-allowed' },
  message: 'Command not allowed.',
};

/** Ends like a program that cannot be executed, so that the page shows the message. */
export const NO_SANDBOX: Refused = {
  kind: 'refused',
  end: { kind: 'exit', code: 126 },
  message:
    'The server has no sandbox for commands. Ask an administrator to install bubblewrap, or to set --commandSandbox=auto.',
};

export const NOT_FOUND: Refused = { kind: 'refused', end: { kind: 'not-found' } };

export const BUSY: Refused = {
  kind: 'refused',
  end: { kind: 'busy' },
  message: 'Too many commands are running.',
};

/** What a line means to run. With a shell, the line goes to it as it is, in one piece; its first word is judged all the same. */
export async function chooseProgram({
  line,
  owner,
  searchPath,
  shell,
}: Choice): Promise<ChosenProgram | Refused> {
  if (line.includes('\0')) return unreadable('error parsing command: Unknown rune: 0');
  const split = splitCommandLine(line);
  if (split.kind === 'unreadable') return unreadable(`error parsing command: ${split.problem}`);
  const [name] = split.words;
  if (name === undefined) return unreadable(`no command contained in '${line}'`);
  if (!mayRun(owner, name)) return NOT_ALLOWED;
  const [first = '', ...args] = shell.length > 0 ? [...shell, line] : split.words;
  const found = await findProgram(first, searchPath);
  if (found.kind !== 'found') return NOT_FOUND;
  return { kind: 'program', name, program: found.program, args };
}

/** Besides the permission, each user has a list of programs, and no other way of writing a name means the same. */
export function mayRun({ user }: SessionOwner, name: string): boolean {
  return user.perm.execute && user.commands.includes(name);
}

function unreadable(message: string): Refused {
  return { kind: 'refused', end: { kind: 'unreadable' }, message };
}
