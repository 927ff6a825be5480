import type { RunEnd } from '../../api/commands.ts';

/** So many lines are drawn, or skipped by the browser, as one. */
const CHUNK_LINES = 200;
const CHUNK_CHARACTERS = 16_384;
/** What is kept to scroll back to. */
export const MOST_LINES = 10_000;
const MOST_CHARACTERS = 1_048_576;
const MOST_RUNS = 200;

/** Some lines on end; never changed once another has been begun after it. */
export interface Chunk {
  readonly id: number;
  readonly text: string;
  readonly lines: number;
}

/** A line that was run, and what came of it. */
export interface Run {
  readonly id: number;
  /** The path of the folder it was begun in. */
  readonly folder: string;
  readonly line: string;
  readonly chunks: readonly Chunk[];
  /** The first of what it printed is not kept any longer. */
  readonly isCut: boolean;
  /** Undefined as long as it goes on. */
  readonly end: RunEnd | undefined;
}

/** The oldest first; only the last may still go on. */
export type Output = readonly Run[];

export function beginRun(output: Output, begun: Pick<Run, 'id' | 'folder' | 'line'>): Output {
  const run: Run = { ...begun, chunks: [], isCut: false, end: undefined };
  return [...output, run].slice(-MOST_RUNS);
}

/** Puts lines below those of the last run, and lets go of the oldest where there are too many. */
export function addLines(output: Output, lines: readonly string[]): Output {
  const last = output.at(-1);
  if (!last || lines.length === 0) return output;
  const chunks = [...last.chunks];
  for (let from = 0; from < lines.length;) from = fill(chunks, lines, from);
  return withoutTooMuch([...output.slice(0, -1), { ...last, chunks }]);
}

export function endRun(output: Output, end: RunEnd): Output {
  const last = output.at(-1);
  return last ? [...output.slice(0, -1), { ...last, end }] : output;
}

/** Nothing is kept but that a run goes on. */
export function cleared(output: Output): Output {
  return output
    .filter(({ end }) => end === undefined)
    .map((run) => ({ ...run, chunks: [], isCut: false }));
}

export function linesOf({ chunks }: Run): number {
  return chunks.reduce((sum, { lines }) => sum + lines, 0);
}

/** What a run has printed, as far as it is kept. */
export function textOf({ chunks }: Run): string {
  return chunks.map(({ text }) => text).join('\n');
}

/** Takes lines from `from` on into the last chunk, or into a new one. Returns the first that found no room. */
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

function withoutTooMuch(output: Output): Output {
  const chunks = output.flatMap((run) => run.chunks);
  let lines = chunks.reduce((sum, chunk) => sum + chunk.lines, 0);
  let characters = chunks.reduce((sum, { text }) => sum + text.length, 0);
  let tooMany = 0;
  // The one that is being filled stays in any case.
  for (const chunk of chunks.slice(0, -1)) {
    if (lines <= MOST_LINES && characters <= MOST_CHARACTERS) break;
    lines -= chunk.lines;
    characters -= chunk.text.length;
    tooMany += 1;
  }
  return tooMany === 0 ? output : withoutFirstChunks(output, tooMany);
}

/** A run of which nothing is left goes with its line. */
function withoutFirstChunks(output: Output, tooMany: number): Output {
  let left = tooMany;
  return output.flatMap((run) => {
    const dropped = Math.min(left, run.chunks.length);
    left -= dropped;
    if (dropped === 0) return [run];
    const chunks = run.chunks.slice(dropped);
    return chunks.length === 0 ? [] : [{ ...run, chunks, isCut: true }];
  });
}
