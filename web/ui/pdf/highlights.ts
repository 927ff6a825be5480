import type { TextSpan } from './find-matches.ts';

/** Names in the style sheet of the highlights of all matches and of the shown one. */
const ALL = 'pdf-match';
const CURRENT = 'pdf-current-match';

interface Wanted {
  readonly spans: readonly TextSpan[];
  /** The span that is shown; undefined if it is on another page. */
  readonly current: TextSpan | undefined;
}

/**
 * Highlights spans of the text layer of a page until the returned function is called. Old browsers without custom highlights show
 * none. Returns also the element with the beginning of the current span.
 */
export function highlight(
  layer: HTMLElement,
  { spans, current }: Wanted,
): { element: HTMLElement | undefined; clear(): void } {
  const pieces = piecesOf(layer);
  const rangeOf = (span: TextSpan) => rangeIn(pieces, span);
  const others = spans.filter(({ start }) => start !== current?.start);
  const marked = current && rangeOf(current);
  const clearAll = show(
    ALL,
    others.flatMap((span) => rangeOf(span) ?? []),
  );
  const clearCurrent = show(CURRENT, marked ? [marked] : []);
  return {
    element: marked?.startContainer.parentElement ?? undefined,
    clear() {
      clearAll();
      clearCurrent();
    },
  };
}

function show(name: string, ranges: readonly Range[]): () => void {
  if (typeof Highlight === 'undefined') return () => {};
  const shared = CSS.highlights.get(name) ?? new Highlight();
  CSS.highlights.set(name, shared);
  for (const range of ranges) shared.add(range);
  return () => {
    for (const range of ranges) shared.delete(range);
  };
}

/** Text node of the layer, with its offset in the text of the page. */
interface Piece {
  readonly node: Text;
  readonly start: number;
}

/** Returns the text nodes of a layer. Together with a line feed for each `br`, they are the text of the page. */
function piecesOf(layer: HTMLElement): Piece[] {
  const walker = document.createTreeWalker(layer, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const pieces: Piece[] = [];
  let offset = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text) {
      pieces.push({ node, start: offset });
      offset += node.length;
    } else if (node instanceof HTMLBRElement) offset += 1;
  }
  return pieces;
}

function rangeIn(pieces: readonly Piece[], { start, end }: TextSpan): Range | undefined {
  const first = pieces.findLast((piece) => piece.start <= start);
  const last = pieces.findLast((piece) => piece.start < end);
  if (first === undefined || last === undefined) return undefined;
  const range = document.createRange();
  range.setStart(first.node, Math.min(first.node.length, start - first.start));
  range.setEnd(last.node, Math.min(last.node.length, end - last.start));
  return range;
}
