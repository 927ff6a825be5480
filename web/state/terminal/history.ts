import { session } from '../session.ts';

/** In this tab only, and no longer than it: lines may hold what is nobody else's affair. */
const STORAGE_KEY = 'terminal-history';
const MOST_LINES = 100;

interface Remembered {
  readonly userId: number;
  /** The oldest first. */
  readonly lines: readonly string[];
}

/** What whoever is signed in has run in this tab, the oldest first. */
export function linesRun(): readonly string[] {
  const remembered = read();
  return remembered?.userId === session.getState().user?.id ? (remembered?.lines ?? []) : [];
}

/** As in other shells, what begins with a blank is not remembered, and what is run twice on end is remembered once. */
export function rememberLine(line: string): void {
  const userId = session.getState().user?.id;
  const before = linesRun();
  if (userId === undefined || line.startsWith(' ') || before.at(-1) === line) return;
  const remembered: Remembered = { userId, lines: [...before, line].slice(-MOST_LINES) };
  sessionStorage.setItem(STORAGE_KEY, JSON.stringify(remembered));
}

export function forgetLines(): void {
  sessionStorage.removeItem(STORAGE_KEY);
}

/** A walk through the lines that were run; what was being written waits at its end. */
export interface HistoryWalk {
  readonly lines: readonly string[];
  /** `lines.length` at its end. */
  readonly at: number;
  readonly draft: string;
}

/** `by` is -1 for an older line and 1 for a later one. Undefined where there is none. */
export function step(
  walk: HistoryWalk | undefined,
  text: string,
  by: -1 | 1,
): { walk: HistoryWalk; text: string } | undefined {
  const lines = walk?.lines ?? linesRun();
  const begun = walk ?? { lines, at: lines.length, draft: text };
  const at = begun.at + by;
  if (at < 0 || at > lines.length) return undefined;
  return { walk: { ...begun, at }, text: lines[at] ?? begun.draft };
}

function read(): Remembered | undefined {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? 'null');
    return isRemembered(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  if (!('userId' in value) || !('lines' in value) || !Array.isArray(value.lines)) return false;
  return value.lines.every((line) => typeof line === 'string');
}
