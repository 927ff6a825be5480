import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { type KeyScope, latinKey, useKeys } from '../../lib/keyboard.ts';
import { SlotContent } from '../slots.tsx';
import { useFirstFocus } from '../use-first-focus.ts';
import type { PdfPosition } from './destinations.ts';
import type { PdfSource } from './load-pdf.ts';
import {
  type Fit,
  nextZoom,
  type PageSize,
  type Viewport,
  scaleToFit,
  turnedSize,
} from './page-layout.ts';
import { PdfFindBar } from './pdf-find-bar.tsx';
import { PdfOutline, useOutline } from './pdf-outline.tsx';
import { PdfPage } from './pdf-page.tsx';
import { PdfPrint } from './pdf-print.tsx';
import { PdfTools } from './pdf-tools.tsx';
import styles from './pdf.module.css';
import { type Match, type PdfSearch, usePdfSearch } from './use-pdf-search.ts';

/** Distance between pages in pixels. */
const GAP = 12;
/** Distance of the first page from the bar in pixels, as in other documents. */
const START = 8;
const NO_MATCHES: readonly Match[] = [];

export interface PdfDocumentProps {
  source: PdfSource;
  /** Name of the file. */
  name: string;
  /** Scope of the keys of the reader. */
  keys: Extract<KeyScope, 'viewer' | 'dialog-viewer'>;
  /** Focuses the pages when they appear, if no other element has the focus. */
  takesFocus: boolean;
  /** Offers the browser's own viewer in a new tab, unless the page around the reader does. */
  offersTab: boolean;
}

/** Pages of a document with its tools: search, table of contents and printing. */
export function PdfSheets({
  pdf,
  source: { address },
  name,
  keys,
  takesFocus,
  offersTab,
  room,
  first,
  sizes,
  onSize,
}: PdfDocumentProps & {
  pdf: PDFDocumentProxy;
  room: Viewport;
  first: PageSize;
  sizes: ReadonlyMap<number, PageSize>;
  onSize(number: number, size: PageSize): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const { t } = useTranslation();
  useFirstFocus(scroller, takesFocus);
  const [zoom, setZoom] = useState(1);
  const [fit, setFit] = useState<Fit>('width');
  const [quarters, setQuarters] = useState(0);
  const scale = scaleToFit(turnedSize(first, quarters), room, fit) * zoom;
  const sizeOf = (index: number) => turnedSize(sizes.get(index + 1) ?? first, quarters);
  const show = (wanted: Fit) => {
    setFit(wanted);
    setZoom(1);
  };
  const turn = () => setQuarters((quarters + 1) % 4);
  const pages = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(index).height * scale + GAP,
    paddingStart: START,
    overscan: 1,
  });
  const seen = pages.getVirtualItemForOffset((pages.scrollOffset ?? 0) + 2 * GAP)?.index ?? 0;
  useKeepPosition(pages, { scale, layoutKey: `${quarters} ${fit}`, sizes, seen });
  const [part, setPart] = useState<'find' | 'print'>();
  const [hasOutline, setHasOutline] = useState(false);
  const outline = useOutline(pdf);
  const search = usePdfSearch(pdf);
  const go = useGo(pages, { scale, quarters });
  const { matchesOn, onMatch } = useShownMatch(search, pages);
  const close = () => {
    setPart(undefined);
    search.find('', 1);
    scroller.current?.focus({ preventScroll: true });
  };
  useKeys(keys, (event, pressed) => {
    if (pressed === 'Ctrl+F') {
      setPart('find');
      return true;
    }
    if (pressed === 'Ctrl+P') {
      setPart('print');
      return true;
    }
    if (pressed === 'Escape' && part !== undefined) {
      close();
      return true;
    }
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = latinKey(event);
    if (key === '+' || key === '=') setZoom(nextZoom(zoom, 'in'));
    else if (key === '-') setZoom(nextZoom(zoom, 'out'));
    else if (key === '0') show('width');
    else if (key === 'r' || key === 'R') turn();
    else return false;
    return true;
  });

  return (
    <>
      <SlotContent name={keys === 'viewer' ? 'preview-tools' : 'framed-tools'}>
        <PdfTools
          page={seen + 1}
          count={pdf.numPages}
          zoom={zoom}
          scale={scale}
          fit={fit}
          onPage={(page) => {
            pages.scrollToIndex(page - 1, { align: 'start' });
            // Keys scroll the pages again.
            scroller.current?.focus({ preventScroll: true });
          }}
          onZoom={setZoom}
          onFit={show}
          onTurn={turn}
          onFind={() => setPart('find')}
          onPrint={() => setPart('print')}
          outline={
            outline.length === 0
              ? undefined
              : { isShown: hasOutline, toggle: () => setHasOutline(!hasOutline) }
          }
          address={offersTab ? address : undefined}
        />
      </SlotContent>
      {hasOutline && (
        <PdfOutline
          pdf={pdf}
          items={outline}
          onGo={(position) => {
            go(position);
            // On phones it covers the pages.
            if (window.matchMedia(NARROW).matches) setHasOutline(false);
          }}
        />
      )}
      {part === 'find' && <PdfFindBar search={search} page={seen + 1} onClose={close} />}
      {part === 'print' && <PdfPrint pdf={pdf} onEnd={close} />}
      <div
        ref={scroller}
        className={styles.scroller}
        role="region"
        aria-label={t('pdf.contentsOf', { name })}
        // Scrollable areas must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-own-gestures={zoom > 1 || undefined}
      >
        <div className={styles.pages} style={{ blockSize: pages.getTotalSize() }}>
          {pages.getVirtualItems().map(({ index, start }) => (
            <div key={index} className={styles.page} style={{ insetBlockStart: start }}>
              <PdfPage
                pdf={pdf}
                number={index + 1}
                scale={scale}
                quarters={quarters}
                size={sizeOf(index)}
                matches={matchesOn(index + 1)}
                current={search.current?.page === index + 1 ? search.current : undefined}
                onSize={onSize}
                onGo={go}
                onMatch={onMatch}
              />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

type Pages = ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>;

/** Returns a function that scrolls to a position of the document. In a turned document, it scrolls to the top of the page. */
function useGo(
  pages: Pages,
  { scale, quarters }: { scale: number; quarters: number },
): (position: PdfPosition) => void {
  return ({ page, top }) => {
    const [offset] = pages.getOffsetForIndex(page - 1, 'start') ?? [];
    if (offset === undefined || top === 0 || quarters !== 0) {
      pages.scrollToIndex(page - 1, { align: 'start' });
    } else pages.scrollToOffset(offset + top * scale);
  };
}

/** Brings the shown match of a search into view: first its page, then, when that is drawn, the words. */
function useShownMatch({ matches, current }: PdfSearch, pages: Pages) {
  const byPage = useMemo(() => {
    const all = new Map<number, Match[]>();
    for (const match of matches) {
      const onPage = all.get(match.page);
      if (onPage) onPage.push(match);
      else all.set(match.page, [match]);
    }
    return all;
  }, [matches]);
  const awaited = useRef<Match>(undefined);
  // Before the pages report their match.
  useLayoutEffect(() => {
    awaited.current = current;
    const index = (current?.page ?? 0) - 1;
    const isDrawn = pages.getVirtualItems().some((item) => item.index === index);
    if (current && !isDrawn) pages.scrollToIndex(index, { align: 'start' });
  }, [pages, current]);
  const onMatch = useCallback((element: HTMLElement) => {
    if (awaited.current === undefined) return;
    awaited.current = undefined;
    element.scrollIntoView({ block: 'center', inline: 'nearest' });
  }, []);
  return { matchesOn: (page: number) => byPage.get(page) ?? NO_MATCHES, onMatch };
}

interface Layout {
  readonly scale: number;
  /** Changes when the document is turned or fitted to the width or the whole page. */
  readonly layoutKey: string;
  readonly sizes: ReadonlyMap<number, PageSize>;
  /** Index of the page at the top. */
  readonly seen: number;
}

/** Keeps the visible part in view when the zoom changes; keeps the page in view when the document is turned or fitted. */
function useKeepPosition(pages: Pages, { scale, layoutKey, sizes, seen }: Layout): void {
  const before = useRef({ scale, layoutKey });
  useEffect(() => pages.measure(), [pages, sizes]);
  useLayoutEffect(() => {
    const grown = scale / before.current.scale;
    const isSame = layoutKey === before.current.layoutKey;
    before.current = { scale, layoutKey };
    pages.measure();
    if (!isSame) pages.scrollToIndex(seen, { align: 'start' });
    else if (grown !== 1) pages.scrollToOffset((pages.scrollOffset ?? 0) * grown);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the page that was seen before
  }, [pages, scale, layoutKey]);
}
