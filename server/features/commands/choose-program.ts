import { splitCommandLine } from '#contract/command-line.ts';
import type { CommandEnd } from '#contract/commands.ts';
import type { SessionOwner } from '../../access/authenticator.ts';
import { findProgram } from '../../programs/find-program.ts';

export interface ChosenProgram {
  readonly kind: 'program';
  /** First word of the line, which must be among the user's allowed commands. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
}

/** A refused command: the reason that closes the connection, and the lines that are sent before, for old clients. */
export interface Refused {
  readonly kind: 'refused';
  readonly end: CommandEnd;
  readonly message?: string;
}

export interface Choice {
  readonly line: string;
  readonly owner: SessionOwner;
  readonly searchPath: readonly string[];
  /** Words of the shell that runs every line; empty without one. */
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

/** Returns the program that a line runs. A shell gets the whole line; its first word must be allowed too. */
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
  if (name === undefined) return unreadable(`'${line}' contains no command`);
  if (!mayRun(owner, name)) return NOT_ALLOWED;
  const [first = '', ...args] = shell.length > 0 ? [...shell, line] : split.words;
  const found = await findProgram(first, searchPath);
  if (found.kind !== 'found') return NOT_FOUND;
  return { kind: 'program', name, program: found.program, args };
}

/** Returns true if the user has the permission and a list of programs that contains exactly this name. */
export function mayRun({ user }: SessionOwner, name: string): boolean {
  return user.perm.execute && user.commands.includes(name);
}

function unreadable(message: string): Refused {
  return { kind: 'refused', end: { kind: 'unreadable' }, message };
}
