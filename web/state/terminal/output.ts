import type { RunEnd } from '../../api/commands.ts';

/** Maximum size of a chunk, which is rendered as one element. */
const CHUNK_LINES = 200;
const CHUNK_CHARACTERS = 16_384;
/** Maximum output that is kept. */
export const MAX_LINES = 10_000;
const MAX_CHARACTERS = 1_048_576;
const MAX_RUNS = 200;

/** Consecutive lines. Only the last chunk can still change. */
export interface Chunk {
  readonly id: number;
  readonly text: string;
  readonly lines: number;
}

/** A command and its output. */
export interface Run {
  readonly id: number;
  /** Path of the folder in which it was started. */
  readonly folder: string;
  readonly line: string;
  readonly chunks: readonly Chunk[];
  /** True if the first part of the output was dropped. */
  readonly isCut: boolean;
  /** True while it runs and the server does not answer. */
  readonly isWaiting: boolean;
  /** Undefined while it runs. */
  readonly end: RunEnd | undefined;
}

/** Oldest first. Only the last run may still be in progress. */
export type Output = readonly Run[];

/** Adds a run, and drops the oldest ones beyond the limit. */
export function beginRun(output: Output, begun: Pick<Run, 'id' | 'folder' | 'line'>): Output {
  const run: Run = { ...begun, chunks: [], isCut: false, isWaiting: false, end: undefined };
  return [...output, run].slice(-MAX_RUNS);
}

/** Appends lines to the last run and drops the oldest lines beyond the limit. */
export function addLines(output: Output, lines: readonly string[]): Output {
  const last = output.at(-1);
  if (!last || lines.length === 0) return output;
  const chunks = [...last.chunks];
  for (let from = 0; from < lines.length;) from = fill(chunks, lines, from);
  return withinLimits([...output.slice(0, -1), { ...last, chunks }]);
}

/** Sets the end of the last run. */
export function endRun(output: Output, end: RunEnd): Output {
  const last = output.at(-1);
  return last ? [...output.slice(0, -1), { ...last, isWaiting: false, end }] : output;
}

/** Records that the server answers, or does not, while the last run is in progress. */
export function setWaiting(output: Output, isWaiting: boolean): Output {
  const last = output.at(-1);
  return last ? [...output.slice(0, -1), { ...last, isWaiting }] : output;
}

/** Removes all output except the running command. */
export function cleared(output: Output): Output {
  return output
    .filter(({ end }) => end === undefined)
    .map((run) => ({ ...run, chunks: [], isCut: false }));
}

/** Returns the number of kept lines of a run. */
export function linesOf({ chunks }: Run): number {
  return chunks.reduce((sum, { lines }) => sum + lines, 0);
}

/** Returns the kept output of a run. */
export function textOf({ chunks }: Run): string {
  return chunks.map(({ text }) => text).join('\n');
}

/**
 * Adds lines starting at `from` to the last chunk or a new one. Returns the index of the first line that did not fit.
 */
function fill(chunks: Chunk[], lines: readonly string[], from: number): number {
  const last = chunks.at(-1);
  const isFull = !last || last.lines >= CHUNK_LINES || last.text.length >= CHUNK_CHARACTERS;
  const taken = isFull ? [] : [last.text];
  let count = isFull ? 0 : last.lines;
  let size = isFull ? 0 : last.text.length;
  let next = from;
  while (next < lines.length && count < CHUNK_LINES && size < CHUNK_CHARACTERS) {
    const line = lines[next] ?? '';
    taken.push(line);
    size += line.length + 1;
    count += 1;
    next += 1;
  }
  const chunk = { text: taken.join('\n'), lines: count };
  if (isFull) chunks.push({ id: (last?.id ?? 0) + 1, ...chunk });
  else chunks[chunks.length - 1] = { id: last.id, ...chunk };
  return next;
}

function withinLimits(output: Output): Output {
  const chunks = output.flatMap((run) => run.chunks);
  let lines = chunks.reduce((sum, chunk) => sum + chunk.lines, 0);
  let characters = chunks.reduce((sum, { text }) => sum + text.length, 0);
  let surplus = 0;
  // The current chunk is never dropped.
  for (const chunk of chunks.slice(0, -1)) {
    if (lines <= MAX_LINES && characters <= MAX_CHARACTERS) break;
    lines -= chunk.lines;
    characters -= chunk.text.length;
    surplus += 1;
  }
  return surplus === 0 ? output : withoutFirstChunks(output, surplus);
}

/** A run whose output was dropped entirely is removed. */
function withoutFirstChunks(output: Output, surplus: number): Output {
  let left = surplus;
  return output.flatMap((run) => {
    const dropped = Math.min(left, run.chunks.length);
    left -= dropped;
    if (dropped === 0) return [run];
    const chunks = run.chunks.slice(dropped);
    return chunks.length === 0 ? [] : [{ ...run, chunks, isCut: true }];
  });
}
