import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SlotContent } from '../../../../ui/slots.tsx';
import { latinKey, useKeys } from '../../../../lib/keyboard.ts';
import { useFirstFocus } from '../document/use-first-focus.ts';
import {
  type Fit,
  nextZoom,
  type PageSize,
  type Room,
  scaleToFit,
  turnedSize,
} from './page-layout.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfTools } from './pdf-tools.tsx';
import styles from './pdf.module.css';

const GAP = 12;

export function PdfSheets({
  pdf,
  label,
  room,
  first,
  sizes,
  onSize,
}: {
  pdf: PDFDocumentProxy;
  label: string;
  room: Room;
  first: PageSize;
  sizes: ReadonlyMap<number, PageSize>;
  onSize(number: number, size: PageSize): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  useFirstFocus(scroller);
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
    paddingStart: GAP,
    overscan: 1,
  });
  const seen = pages.getVirtualItemForOffset((pages.scrollOffset ?? 0) + 2 * GAP)?.index ?? 0;
  useKeepPlace(pages, { scale, posture: `${quarters} ${fit}`, sizes, seen });
  useKeys('viewer', (event) => {
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
      <SlotContent name="preview-tools">
        <PdfTools
          page={seen + 1}
          count={pdf.numPages}
          zoom={zoom}
          fit={fit}
          onPage={(page) => pages.scrollToIndex(page - 1, { align: 'start' })}
          onZoom={setZoom}
          onFit={show}
          onTurn={turn}
        />
      </SlotContent>
      <div
        ref={scroller}
        className={styles.scroller}
        role="region"
        aria-label={label}
        // Scrollable areas must be reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-own-gestures={zoom > 1 || undefined}
      >
        <div className={styles.pages} style={{ blockSize: pages.getTotalSize() }}>
          {pages.getVirtualItems().map(({ index, start }) => (
            <div key={index} className={styles.place} style={{ insetBlockStart: start }}>
              <PdfPage
                pdf={pdf}
                number={index + 1}
                scale={scale}
                quarters={quarters}
                size={sizeOf(index)}
                onSize={onSize}
              />
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

interface Layout {
  readonly scale: number;
  /** Changes with the turn of the document and with what its pages fill. */
  readonly posture: string;
  readonly sizes: ReadonlyMap<number, PageSize>;
  /** Index of the page at the top. */
  readonly seen: number;
}

/** Keeps the visible part in view when the zoom changes, and otherwise the page. */
function useKeepPlace(
  pages: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  { scale, posture, sizes, seen }: Layout,
): void {
  const before = useRef({ scale, posture });
  useEffect(() => pages.measure(), [pages, sizes]);
  useLayoutEffect(() => {
    const grown = scale / before.current.scale;
    const isSame = posture === before.current.posture;
    before.current = { scale, posture };
    pages.measure();
    if (!isSame) pages.scrollToIndex(seen, { align: 'start' });
    else if (grown !== 1) pages.scrollToOffset((pages.scrollOffset ?? 0) * grown);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the page that was seen before
  }, [pages, scale, posture]);
}
