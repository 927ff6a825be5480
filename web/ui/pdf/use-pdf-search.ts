import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useEffect, useState } from 'react';
import { findMatches, type TextSpan } from './find-matches.ts';

/** Occurrence of the query; its offsets count in the text of its page, as `textOfPage` returns it. */
export interface Match extends TextSpan {
  /** Number of the page, from 1. */
  readonly page: number;
}

export interface PdfSearch {
  readonly query: string;
  /** Matches found until now, in the order of the document. */
  readonly matches: readonly Match[];
  /** The match that is shown; undefined without any. */
  readonly current: Match | undefined;
  /** True from a new query until its search ends. */
  readonly isReading: boolean;
  /** Looks for another text, from a page on. */
  find(query: string, fromPage: number): void;
  /** Shows the next match in a direction; after the last one, the first. */
  step(by: 1 | -1): void;
}

/** Text to look for, and the page at which the search starts. */
interface SearchRequest {
  readonly query: string;
  readonly fromPage: number;
}

interface Found {
  readonly request: SearchRequest;
  readonly matches: readonly Match[];
  readonly current: Match | undefined;
  readonly isReading: boolean;
}

const NO_REQUEST: SearchRequest = { query: '', fromPage: 1 };
const NOTHING: Found = { request: NO_REQUEST, matches: [], current: undefined, isReading: false };

/** Time without typing after which the search starts, so that each key press does not read the document. */
const REST_MS = 150;
/** Minimum time between two reports of matches, so that a document of thousands of pages is not drawn thousands of times. */
const SHOWN_EACH_MS = 100;

/** Number of matches after which the search ends, so that a single letter in a long document does not fill the memory. */
const MAX_MATCHES = 10_000;

/** Searches the text of a document from a page on to the last one, and then from the first page on. */
export function usePdfSearch(pdf: PDFDocumentProxy): PdfSearch {
  const [request, setRequest] = useState(NO_REQUEST);
  const [found, setFound] = useState(NOTHING);
  useEffect(() => {
    if (request.query.trim() === '') return undefined;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      void search(pdf, request, (foundUntilNow, isReading) => {
        if (stop.signal.aborted) return false;
        const matches = foundUntilNow.toSorted(byPosition);
        setFound((before) => {
          const kept = before.request === request ? before.current : undefined;
          const current = kept ?? firstFrom(matches, request.fromPage);
          return { request, matches, current, isReading };
        });
        return true;
      });
    }, REST_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [pdf, request]);

  const shown =
    found.request === request ? found : { ...NOTHING, isReading: request.query.trim() !== '' };
  return {
    query: request.query,
    matches: shown.matches,
    current: shown.current,
    isReading: shown.isReading,
    find: (query, fromPage) => setRequest({ query, fromPage }),
    step(by) {
      const { matches, current } = shown;
      if (current === undefined) return;
      const next = matches.at((indexOfMatch(matches, current) + by) % matches.length);
      // A new object, so that the page scrolls to the match again, even if it is the only one.
      if (next) setFound({ ...shown, request, current: { ...next } });
    },
  };
}

/** Returns the index of a match among all; -1 without it. */
export function indexOfMatch(matches: readonly Match[], match: Match | undefined): number {
  return matches.findIndex(({ page, start }) => page === match?.page && start === match.start);
}

function byPosition(one: Match, other: Match): number {
  return one.page - other.page || one.start - other.start;
}

/** Returns the first of sorted matches on a page or after it; otherwise the first of all. */
function firstFrom(matches: readonly Match[], page: number): Match | undefined {
  return matches.find((match) => match.page >= page) ?? matches[0];
}

/** Reads the pages from `fromPage` on, and reports all matches found until now from time to time. Ends early when `report` returns false. */
async function search(
  pdf: PDFDocumentProxy,
  { query, fromPage }: SearchRequest,
  report: (matches: readonly Match[], isReading: boolean) => boolean,
): Promise<void> {
  const matches: Match[] = [];
  let reportedAt = performance.now();
  for (let step = 0; step < pdf.numPages && matches.length < MAX_MATCHES; step += 1) {
    const page = ((fromPage - 1 + step) % pdf.numPages) + 1;
    // oxlint-disable-next-line no-await-in-loop -- pages are loaded in the order in which they are wanted
    const text = await textOfPage(pdf, page);
    matches.push(...findMatches(text, query).map((span) => ({ page, ...span })));
    const isDue = performance.now() - reportedAt > SHOWN_EACH_MS;
    if (step > 0 && !isDue) continue;
    if (!report([...matches], true)) return;
    reportedAt = performance.now();
  }
  report(matches, false);
}

const texts = new WeakMap<PDFDocumentProxy, Map<number, Promise<string>>>();

/** Returns the text of a page; an empty one for a page that is broken. It is read once. */
function textOfPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const known = texts.get(pdf) ?? new Map<number, Promise<string>>();
  texts.set(pdf, known);
  const text = known.get(number) ?? readText(pdf, number).catch(() => '');
  known.set(number, text);
  return text;
}

async function readText(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  return items
    .map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
    .join('');
}
