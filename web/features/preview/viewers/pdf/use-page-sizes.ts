import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useCallback, useEffect, useState } from 'react';
import type { PageSize } from './page-layout.ts';

/** How large the pages are, as far as they have been read; the others are taken to be like the first. */
export function usePageSizes(pdf: PDFDocumentProxy) {
  const [sizes, setSizes] = useState<ReadonlyMap<number, PageSize>>(new Map());
  const learn = useCallback((number: number, size: PageSize) => {
    setSizes((known) =>
      isSame(known.get(number), size) ? known : new Map([...known, [number, size]]),
    );
  }, []);
  useEffect(() => {
    let isWanted = true;
    const tell = async () => {
      const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 });
      if (isWanted) learn(1, { width, height });
    };
    // A first page that cannot be read has the size of a sheet of paper.
    tell().catch(() => learn(1, { width: 595, height: 842 }));
    return () => {
      isWanted = false;
    };
  }, [pdf, learn]);
  const first = sizes.get(1);
  return { first, sizes, learn };
}

function isSame(one: PageSize | undefined, other: PageSize): boolean {
  return one?.width === other.width && one.height === other.height;
}
