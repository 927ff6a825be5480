import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { sharpness } from './page-layout.ts';
import { pictureOfPage } from './picture-of-page.ts';
import styles from './pdf.module.css';

/** Resolution of printed pages, in pixels per page unit of 1/72 inch: 150 dots per inch. */
const PRINT_SCALE = 150 / 72;

/**
 * Draws all pages, and opens the print dialog of the browser with them. Resolves when the dialog has opened.
 *
 * @param onPage receives the number of each page before it is drawn
 * @throws {DOMException} `AbortError` if `signal` aborts before the dialog opens
 * @throws {Error} if a page is broken
 */
export async function printPdf(
  pdf: PDFDocumentProxy,
  { onPage, signal }: { onPage(number: number): void; signal: AbortSignal },
): Promise<void> {
  const sheets = document.createElement('div');
  sheets.className = styles.printed ?? '';
  const addresses: string[] = [];
  const clear = () => {
    sheets.remove();
    for (const address of addresses) URL.revokeObjectURL(address);
  };
  try {
    for (let number = 1; number <= pdf.numPages; number += 1) {
      onPage(number);
      // oxlint-disable-next-line no-await-in-loop -- one page in memory at a time
      const picture = await drawForPrint(pdf, number);
      signal.throwIfAborted();
      const image = document.createElement('img');
      image.src = URL.createObjectURL(picture);
      addresses.push(image.src);
      sheets.append(image);
    }
    await Promise.all([...sheets.children].map((image) => (image as HTMLImageElement).decode()));
    signal.throwIfAborted();
  } catch (error) {
    clear();
    throw error;
  }
  document.body.append(sheets);
  window.addEventListener('afterprint', clear, { once: true });
  window.print();
}

async function drawForPrint(pdf: PDFDocumentProxy, number: number): Promise<Blob> {
  const page = await pdf.getPage(number);
  const { width, height } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: sharpness(width, height, PRINT_SCALE) });
  return pictureOfPage(page, { viewport, isForPrint: true });
}
