import type { PageViewport, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';

/**
 * Draws a page of a PDF into an image file.
 *
 * @param mostHeight pixels; the rest of a taller page is cut off
 * @throws {Error} if the page is broken, or too large for a canvas of this browser
 */
export async function pictureOfPage(
  page: PDFPageProxy,
  {
    viewport,
    mostHeight = Number.POSITIVE_INFINITY,
    isForPrint = false,
  }: { viewport: PageViewport; mostHeight?: number; isForPrint?: boolean },
): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = Math.floor(viewport.width);
  canvas.height = Math.min(mostHeight, Math.floor(viewport.height));
  await page.render({ canvas, viewport, intent: isForPrint ? 'print' : 'display' }).promise;
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
  // Frees the memory at once.
  canvas.width = 0;
  if (picture === null) throw new Error('the page is too large to be drawn');
  return picture;
}
