import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useRef } from 'react';
import { Waiting } from '../../waiting.tsx';
import { PdfSheets } from './pdf-sheets.tsx';
import styles from './pdf.module.css';
import { useInlineSize } from './use-inline-size.ts';
import { usePageSizes } from './use-page-sizes.ts';

/** All pages below each other; those in view are drawn. */
export function PdfPages({ pdf, label }: { pdf: PDFDocumentProxy; label: string }) {
  const room = useRef<HTMLDivElement>(null);
  const roomWidth = useInlineSize(room);
  const { first, sizes, learn } = usePageSizes(pdf);
  return (
    <div ref={room} className={styles.room}>
      {first && roomWidth > 0 ? (
        <PdfSheets
          pdf={pdf}
          label={label}
          roomWidth={roomWidth}
          first={first}
          sizes={sizes}
          onSize={learn}
        />
      ) : (
        <Waiting />
      )}
    </div>
  );
}
