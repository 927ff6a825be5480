import { useVirtualizer } from '@tanstack/react-virtual';
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { SlotContent } from '../../../../ui/slots.tsx';
import { latinKey, useKeys } from '../../../../lib/keyboard.ts';
import { useFirstFocus } from '../document/use-first-focus.ts';
import { nextZoom, type PageSize, scaleToFit } from './page-layout.ts';
import { PdfPage } from './pdf-page.tsx';
import { PdfTools } from './pdf-tools.tsx';
import styles from './pdf.module.css';

const GAP = 12;

export function PdfSheets({
  pdf,
  label,
  roomWidth,
  first,
  sizes,
  onSize,
}: {
  pdf: PDFDocumentProxy;
  label: string;
  /** In pixels. */
  roomWidth: number;
  first: PageSize;
  sizes: ReadonlyMap<number, PageSize>;
  onSize(number: number, size: PageSize): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  useFirstFocus(scroller);
  const [zoom, setZoom] = useState(1);
  const scale = scaleToFit(first, roomWidth) * zoom;
  const sizeOf = (index: number) => sizes.get(index + 1) ?? first;
  const pages = useVirtualizer({
    count: pdf.numPages,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => sizeOf(index).height * scale + GAP,
    paddingStart: GAP,
    overscan: 1,
  });
  useKeepPlace(pages, scale, sizes);
  useKeys('viewer', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return false;
    const key = latinKey(event);
    if (key === '+' || key === '=') setZoom(nextZoom(zoom, 'in'));
    else if (key === '-') setZoom(nextZoom(zoom, 'out'));
    else if (key === '0') setZoom(1);
    else return false;
    return true;
  });

  const seen = pages.getVirtualItemForOffset((pages.scrollOffset ?? 0) + 2 * GAP)?.index ?? 0;
  return (
    <>
      <SlotContent name="preview-tools">
        <PdfTools page={seen + 1} count={pdf.numPages} zoom={zoom} onZoom={setZoom} />
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

/** Keeps the visible part in view when the zoom changes. */
function useKeepPlace(
  pages: ReturnType<typeof useVirtualizer<HTMLDivElement, Element>>,
  scale: number,
  sizes: ReadonlyMap<number, PageSize>,
): void {
  const before = useRef(scale);
  useEffect(() => pages.measure(), [pages, sizes]);
  useLayoutEffect(() => {
    const grown = scale / before.current;
    before.current = scale;
    pages.measure();
    if (grown !== 1) pages.scrollToOffset((pages.scrollOffset ?? 0) * grown);
  }, [pages, scale]);
}
