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
  MOST_LINES,
  type Output,
  type Run,
} from './output.ts';

/** Often enough for the eye, and seldom enough for a program that prints ten thousand lines a second. */
const FLUSH_MS = 32;

export interface Terminal {
  readonly output: Output;
  /** What is being written, also while the panel is closed. */
  readonly text: string;
  readonly walk: HistoryWalk | undefined;
}

export const terminal = createStore<Terminal>(() => ({ output: [], text: '', walk: undefined }));

/** What the panel does itself. */
export const CLEAR = 'clear';
export const EXIT = 'exit';

/** Where a line is run, and who wants to know of its end. */
export interface RunPlace {
  readonly folder: TreePath;
  onEnded(run: Run): void;
}

let lastId = 0;
let stopRunning: (() => void) | undefined;

export function isRunning(): boolean {
  return terminalOpening.getState().isRunning;
}

export function write(text: string): void {
  terminal.setState({ text, walk: undefined });
}

/** Goes back and forth in what was run. */
export function walkHistory(by: -1 | 1): void {
  const { walk, text } = terminal.getState();
  const next = step(walk, text, by);
  if (next) terminal.setState(next);
}

/** Runs what is written; some words are for the panel itself. Nothing while a command runs. */
export function submit(place: RunPlace): void {
  const { text } = terminal.getState();
  const line = text.trim();
  if (isRunning() || line === '') return;
  rememberLine(text.trimEnd());
  write('');
  if (line === CLEAR) clearOutput();
  else if (line === EXIT) closeTerminal();
  else run(line, place);
}

export function clearOutput(): void {
  terminal.setState(({ output }) => ({ output: cleared(output) }));
}

export function stopCommand(): void {
  stopRunning?.();
}

function run(line: string, { folder, onEnded }: RunPlace): void {
  change((output) => beginRun(output, { id: ++lastId, folder, line }));
  terminalOpening.setState({ isRunning: true });
  const lines = gatherLines();
  const { stop } = runCommand(folder, line, {
    onLine: lines.add,
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

/** Lines come one by one and are shown many at once. */
function gatherLines(): { add(line: string): void; flush(): void } {
  let waiting: string[] = [];
  let timer: number | undefined;
  const flush = () => {
    window.clearTimeout(timer);
    timer = undefined;
    const lines = waiting.slice(-MOST_LINES).map(plainLine);
    waiting = [];
    change((output) => addLines(output, lines));
  };
  const add = (line: string) => {
    waiting.push(line);
    // Where nobody looks, timers are slow; what will not be kept need not wait.
    if (waiting.length >= 2 * MOST_LINES) waiting = waiting.slice(-MOST_LINES);
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

// What one user has run is not for the next one.
session.subscribe(({ user }, { user: before }) => {
  if (before === undefined || user?.id === before.id) return;
  stopCommand();
  terminalOpening.setState({ isOpen: false });
  terminal.setState({ output: [], text: '', walk: undefined });
  forgetLines();
});
