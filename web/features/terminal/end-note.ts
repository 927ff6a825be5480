import { splitCommandLine } from '#contract/command-line.ts';
import type { CommandStop } from '#contract/commands.ts';
import type { TokenUser } from '#contract/session.ts';
import type { TFunction } from 'i18next';
import type { RunEnd } from '../../api/commands.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { isolate } from '../../lib/isolate.ts';
import { session } from '../../state/session.ts';
import type { Run } from '../../state/terminal/output.ts';

export interface EndNote {
  readonly text: string;
  /** True if the user requested this end. */
  readonly isNeutral: boolean;
}

const PLAIN = {
  busy: 'terminal.end.busy',
  cancelled: 'terminal.end.cancelled',
  'line-too-long': 'terminal.end.lineTooLong',
  lost: 'terminal.end.lost',
  signal: 'terminal.end.signal',
  stopped: 'terminal.end.stopped',
  'too-long': 'terminal.end.tooLong',
  'too-many-processes': 'terminal.end.tooManyProcesses',
  'too-much': 'terminal.end.tooMuch',
  unreachable: 'terminal.end.unreachable',
} as const satisfies Partial<Record<RunEnd['kind'], string>>;

/** Returns the message about the end of a run; nothing while it runs or after success. */
export function endNote(t: TFunction, { end, line }: Run): EndNote | undefined {
  if (!end || (end.kind === 'exit' && end.code === 0)) return undefined;
  return { text: wordsFor(t, end, line), isNeutral: end.kind === 'cancelled' };
}

/** Returns true if the message replaces the server's own text, which is meant for other programs. */
export function isSaidByNote(end: RunEnd | undefined): boolean {
  const explained: readonly CommandStop[] = ['busy', 'not-allowed', 'unreadable'];
  return explained.some((kind) => kind === end?.kind);
}

function wordsFor(t: TFunction, end: RunEnd, line: string): string {
  if (end.kind === 'exit') return t('terminal.end.exit', { code: `${end.code}` });
  if (end.kind === 'not-allowed') return notAllowed(t, line);
  if (end.kind === 'unreadable') return t(problemWith(line));
  if (end.kind === 'not-found') {
    return t('terminal.end.notFound', { name: programOf(line) });
  }
  if (end.kind === 'refused') return failureText(t, end.failure);
  return t(PLAIN[end.kind]);
}

function notAllowed(t: TFunction, line: string): string {
  const { user } = session.getState();
  const commands = user?.commands ?? [];
  if (commands.length === 0) return t(noneAllowedFor(user));
  return t('terminal.end.notAllowed', {
    name: programOf(line),
    commands: commands.map(isolate).join(', '),
  });
}

/** Returns the sentence for a user without allowed commands. Administrators can allow some themselves. */
export function noneAllowedFor(user: TokenUser | undefined) {
  return user?.perm.admin ? 'terminal.noneAllowedToAdmin' : 'terminal.noneAllowed';
}

/** Returns the program name of a command. */
function programOf(line: string): string {
  const split = splitCommandLine(line);
  return (split.kind === 'words' ? split.words[0] : undefined) ?? line;
}

function problemWith(line: string) {
  const split = splitCommandLine(line);
  const problem = split.kind === 'unreadable' ? split.problem : '';
  if (problem.includes('quote')) return 'terminal.end.openQuote';
  if (problem.includes('escape')) return 'terminal.end.backslash';
  return problem.startsWith('Unknown') ? 'terminal.end.letters' : 'terminal.end.unreadable';
}
