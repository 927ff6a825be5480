import { readStoredJson, writeStored } from '../../lib/browser-storage.ts';
import { session } from '../session.ts';

/** Stored for this tab only, because commands may contain private data. */
const STORAGE_KEY = 'terminal-history';
const MAX_LINES = 100;

interface Remembered {
  readonly userId: number;
  /** Oldest first. */
  readonly lines: readonly string[];
}

/** Returns the commands that the current user ran in this tab, oldest first. */
export function linesRun(): readonly string[] {
  const remembered = read();
  return remembered?.userId === session.getState().user?.id ? (remembered?.lines ?? []) : [];
}

/** Adds a command to the history, as shells do: not if it starts with a space or repeats the last one. */
export function rememberLine(line: string): void {
  const userId = session.getState().user?.id;
  const before = linesRun();
  if (userId === undefined || line.startsWith(' ') || before.at(-1) === line) return;
  const remembered: Remembered = { userId, lines: [...before, line].slice(-MAX_LINES) };
  writeStored(STORAGE_KEY, JSON.stringify(remembered), 'session');
}

export function forgetLines(): void {
  writeStored(STORAGE_KEY, undefined, 'session');
}

/** Position in the history. The newest position is the current input. */
export interface HistoryWalk {
  readonly lines: readonly string[];
  /** Index in `lines`; `lines.length` for the current input. */
  readonly at: number;
  readonly draft: string;
}

/**
 * Returns the position and text after moving to an older (-1) or newer (1) command, or undefined if there is none.
 * `text` is the current input; it is kept as the draft when `walk` is undefined, that is, at the first step.
 */
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
  const value = readStoredJson(STORAGE_KEY, 'session');
  return isRemembered(value) ? value : undefined;
}

function isRemembered(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  if (!('userId' in value) || !('lines' in value) || !Array.isArray(value.lines)) return false;
  return value.lines.every((line) => typeof line === 'string');
}
