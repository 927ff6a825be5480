import type { TreePath } from '#contract/paths.ts';
import { createStore } from 'zustand/vanilla';
import { runCommand } from '../../api/commands.ts';
import { guardLeaving } from '../../lib/guard-leaving.ts';
import { plainLine } from '../../lib/plain-line.ts';
import { session } from '../session.ts';
import { closeTerminal, terminalOpening } from '../terminal-opening.ts';
import { forgetLines, type HistoryWalk, rememberLine, step } from './history.ts';
import {
  addLines,
  beginRun,
  cleared,
  endRun,
  MAX_LINES,
  type Output,
  type Run,
  setWaiting,
} from './output.ts';

/**
 * Update interval, short enough to look immediate and long enough for programs that print thousands of lines per
 * second.
 */
const FLUSH_MS = 32;

export interface Terminal {
  readonly output: Output;
  /** Current input, which is kept while the panel is closed. */
  readonly text: string;
  readonly walk: HistoryWalk | undefined;
}

export const terminal = createStore<Terminal>(() => ({ output: [], text: '', walk: undefined }));

/** Commands that the panel handles itself. */
export const CLEAR = 'clear';
export const EXIT = 'exit';

/** Folder in which a command runs, and the function that is called when it ends. */
export interface RunContext {
  readonly folder: TreePath;
  onEnded(run: Run): void;
}

let lastId = 0;
let stopRunning: (() => void) | undefined;

export function isRunning(): boolean {
  return terminalOpening.getState().isRunning;
}

/** Replaces the current input, and ends moving through the history. */
export function write(text: string): void {
  terminal.setState({ text, walk: undefined });
}

/** Moves through the history. */
export function walkHistory(by: -1 | 1): void {
  const { walk, text } = terminal.getState();
  const next = step(walk, text, by);
  if (next) terminal.setState(next);
}

/** Runs the input, or handles a built-in command. Does nothing while a command runs. */
export function submit(context: RunContext): void {
  const { text } = terminal.getState();
  const line = text.trim();
  if (isRunning() || line === '') return;
  rememberLine(text.trimEnd());
  write('');
  if (line === CLEAR) clearOutput();
  else if (line === EXIT) closeTerminal();
  else run(line, context);
}

export function clearOutput(): void {
  terminal.setState(({ output }) => ({ output: cleared(output) }));
}

export function stopCommand(): void {
  stopRunning?.();
}

function run(line: string, { folder, onEnded }: RunContext): void {
  change((output) => beginRun(output, { id: ++lastId, folder, line }));
  terminalOpening.setState({ isRunning: true });
  const lines = collectLines();
  const { stop } = runCommand(folder, line, {
    onLine: lines.add,
    onAnswering: (isAnswering) => change((output) => setWaiting(output, !isAnswering)),
    onEnd: (end) => {
      lines.flush();
      change((output) => endRun(output, end));
      stopRunning = undefined;
      terminalOpening.setState({ isRunning: false });
      const ended = terminal.getState().output.at(-1);
      if (ended) onEnded(ended);
    },
  });
  stopRunning = stop;
}

/** Collects lines and displays them in batches. */
function collectLines(): { add(line: string): void; flush(): void } {
  let waiting: string[] = [];
  let timer: number | undefined;
  const flush = () => {
    window.clearTimeout(timer);
    timer = undefined;
    const lines = waiting.slice(-MAX_LINES).map(plainLine);
    waiting = [];
    change((output) => addLines(output, lines));
  };
  const add = (line: string) => {
    waiting.push(line);
    // Timers are slow in background tabs, so lines beyond the limit are dropped here.
    if (waiting.length >= 2 * MAX_LINES) waiting = waiting.slice(-MAX_LINES);
    timer ??= window.setTimeout(flush, FLUSH_MS);
  };
  return { add, flush };
}

function change(next: (output: Output) => Output): void {
  terminal.setState(({ output }) => ({ output: next(output) }));
}

guardLeaving('command', {
  subscribe: terminalOpening.subscribe,
  current: () => ({ isActive: isRunning() }),
});

// Clears the output when the user changes.
session.subscribe(({ user }, { user: before }) => {
  if (before === undefined || user?.id === before.id) return;
  stopCommand();
  terminalOpening.setState({ isOpen: false });
  terminal.setState({ output: [], text: '', walk: undefined });
  forgetLines();
});
