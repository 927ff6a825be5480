import type { Entry } from '#contract/files.ts';
import { MAX_QUERY_LENGTH, MAX_QUERY_TERMS, parseSearchQuery } from '#contract/search-query.ts';
import { type SearchHit, searchUrl } from '#contract/search.ts';
import { ApiError, call } from './http.ts';

/** Folder and query of a search. */
export interface SearchQuestion {
  /** Path of a folder; '' for the home folder. */
  readonly folder: string;
  readonly query: string;
}

/**
 * Yields hits in the order and approximately the chunks in which they arrive. Throws ApiError, also when the
 * connection breaks. Ending the iteration ends the search on the server.
 */
export async function* searchEntries(
  { folder, query }: SearchQuestion,
  signal: AbortSignal,
): AsyncGenerator<readonly Entry[]> {
  const { body } = await call('GET', searchUrl(folder, withBothCases(query)), { signal });
  if (!body) return;
  const reader = body.getReader();
  const text = new TextDecoder();
  let partial = '';
  try {
    for (;;) {
      const { done, value } = await readOrThrow(reader, signal);
      const lines = (partial + text.decode(value, { stream: !done })).split('\n');
      partial = done ? '' : (lines.pop() ?? '');
      const entries = done ? lastEntries(lines) : lines.flatMap(entryOf);
      if (entries.length > 0) yield entries;
      if (done) return;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** Values of `type:` that name kinds of files. All others are extensions. */
const KINDS: ReadonlySet<string> = new Set(['image', 'audio', 'music', 'video']);

/**
 * Adds the other case of an extension, which the server compares exactly. `type:pdf` then matches `.PDF`, unless the
 * query is case-sensitive.
 */
function withBothCases(query: string): string {
  const { types, caseSensitive } = parseSearchQuery(query);
  if (caseSensitive) return query;
  const endings = types.filter((type) => !KINDS.has(type));
  const both = endings.flatMap((ending) => [ending.toLowerCase(), ending.toUpperCase()]);
  const added = [...new Set(both)].filter((ending) => !types.includes(ending));
  const extended = [query, ...added.map((ending) => `type:${ending}`)].join(' ');
  const isTooMuch = types.length + added.length > MAX_QUERY_TERMS;
  return isTooMuch || extended.length > MAX_QUERY_LENGTH ? query : extended;
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

/** Parses the last lines of a response. A truncated line means that the connection was lost. */
function lastEntries(lines: readonly string[]): Entry[] {
  try {
    return lines.flatMap(entryOf);
  } catch (cause) {
    throw new ApiError(0, '000 No connection', { cause });
  }
}

/** Parses a line. Empty lines are keep-alives. */
function entryOf(line: string): Entry[] {
  if (line.trim() === '') return [];
  // The server follows the same contract, and the request asks for details.
  const { entry } = JSON.parse(line) as SearchHit;
  return entry ? [entry] : [];
}
