import type { Entry } from '#contract/files.ts';
import { MAX_QUERY_LENGTH, MAX_QUERY_TERMS, parseSearchQuery } from '#contract/search-query.ts';
import { type SearchHit, searchUrl } from '#contract/search.ts';
import { ApiError, call } from './http.ts';

/** Where to look, and for what. */
export interface SearchQuestion {
  /** The path of a folder, '' for the home. */
  readonly folder: string;
  readonly query: string;
}

/**
 * What is found, in the order and in about the pieces in which the server sends it. Throws ApiError, also when the
 * connection is lost midway. Who stops reading ends the search on the server.
 */
export async function* searchEntries(
  { folder, query }: SearchQuestion,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[]> {
  const { body } = await call('GET', searchUrl(folder, inBothCases(query)), { signal });
  if (!body) return;
  const reader = body.getReader();
  const text = new TextDecoder();
  let begun = '';
  try {
    for (;;) {
      const { done, value } = await readOrThrow(reader, signal);
      const lines = (begun + text.decode(value, { stream: !done })).split('\n');
      begun = done ? '' : (lines.pop() ?? '');
      const entries = done ? lastEntries(lines) : lines.flatMap(entryOf);
      if (entries.length > 0) yield entries;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Behind `type:` these stand for kinds of files, and every other word for an ending. */
const KINDS: ReadonlySet<string> = new Set(['image', 'audio', 'music', 'video']);

/**
 * To the server an ending is one letter by letter. Who writes `type:pdf` means `.PDF` too, unless they say that case
 * matters.
 */
function inBothCases(query: string): string {
  const { types, caseSensitive } = parseSearchQuery(query);
  if (caseSensitive) return query;
  const endings = types.filter((type) => !KINDS.has(type));
  const both = endings.flatMap((ending) => [ending.toLowerCase(), ending.toUpperCase()]);
  const added = [...new Set(both)].filter((ending) => !types.includes(ending));
  const asked = [query, ...added.map((ending) => `type:${ending}`)].join(' ');
  const isTooMuch = types.length + added.length > MAX_QUERY_TERMS;
  return isTooMuch || asked.length > MAX_QUERY_LENGTH ? query : asked;
}

async function readOrThrow(
  reader: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>,
  signal: AbortSignal,
) {
  return reader.read().catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError(0, '000 No connection', { cause });
  });
}

/** Parses the last lines of a reply. One that is cut off means that the connection was lost. */
function lastEntries(lines: readonly string[]): Entry[] {
  try {
    return lines.flatMap(entryOf);
  } catch (cause) {
    throw new ApiError(0, '000 No connection', { cause });
  }
}

/** Parses a line. An empty one only says that the search goes on. */
function entryOf(line: string): Entry[] {
  if (line.trim() === '') return [];
  // The server writes it by the same contract; details were asked for.
  const { entry } = JSON.parse(line) as SearchHit;
  return entry ? [entry] : [];
}
