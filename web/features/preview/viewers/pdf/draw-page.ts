import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { type PageSize, sharpness } from './page-layout.ts';

/** Elements that a page is drawn into. */
interface Sheet {
  readonly canvas: HTMLCanvasElement;
  /** Receives the invisible text for selection and screen readers. */
  readonly text: HTMLElement;
}

/** Draws a page and returns its size. Throws if the page is broken or `signal` aborts. */
export async function drawPage(
  pdf: PDFDocumentProxy,
  number: number,
  scale: number,
  { canvas, text }: Sheet,
  signal: AbortSignal,
): Promise<PageSize> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale });
  const ratio = sharpness(viewport.width, viewport.height, devicePixelRatio);
  canvas.width = Math.floor(viewport.width * ratio);
  canvas.height = Math.floor(viewport.height * ratio);
  const drawing = page.render({ canvas, viewport, transform: [ratio, 0, 0, ratio, 0, 0] });
  signal.addEventListener('abort', () => drawing.cancel());
  await drawing.promise;
  signal.throwIfAborted();
  const words = new TextLayer({
    textContentSource: page.streamTextContent(),
    container: text,
    viewport,
  });
  signal.addEventListener('abort', () => words.cancel());
  text.replaceChildren();
  await words.render();
  return { width: viewport.width / scale, height: viewport.height / scale };
}
