import { type PDFDocumentProxy, TextLayer } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import type { PdfPosition } from './destinations.ts';
import type { TextSpan } from './find-matches.ts';
import { highlight } from './highlights.ts';
import { type PageSize, sharpness, turnedSize } from './page-layout.ts';
import { linksOn, type PdfLink, PdfLinks } from './pdf-links.tsx';
import styles from './pdf.module.css';

/** Page of a PDF with its text, links and matches. It is drawn when it is mounted, and again when its scale changes. */
export function PdfPage({
  pdf,
  number,
  scale,
  quarters,
  size,
  matches,
  current,
  onSize,
  onGo,
  onMatch,
}: {
  pdf: PDFDocumentProxy;
  /** Number of the page, from 1. */
  number: number;
  /** Pixels per unit of 1/72 inch. */
  scale: number;
  /** Number of quarters by which the user has turned the document. */
  quarters: number;
  /** Size of the turned page. */
  size: PageSize;
  /** Matches of the search on this page, and the one that is shown. */
  matches: readonly TextSpan[];
  current: TextSpan | undefined;
  /** Reports the size without the turn. */
  onSize(number: number, size: PageSize): void;
  onGo(position: PdfPosition): void;
  /** Reports the element with the shown match once it is drawn. */
  onMatch(element: HTMLElement): void;
}) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  // A new array whenever the page is drawn again.
  const [links, setLinks] = useState<readonly PdfLink[]>(NO_LINKS);
  useEffect(() => {
    if (!canvas.current || !text.current) return undefined;
    const stop = new AbortController();
    const sheet = { canvas: canvas.current, text: text.current };
    drawPage(pdf, { number, scale, quarters }, sheet, stop.signal).then(
      (drawn) => {
        setLinks(drawn.links);
        onSize(number, drawn.size);
      },
      () => stop.signal.aborted || setIsBroken(true),
    );
    return () => stop.abort();
  }, [pdf, number, scale, quarters, onSize]);
  useEffect(() => {
    if (!text.current || matches.length === 0) return undefined;
    const { element, clear } = highlight(text.current, { spans: matches, current });
    if (element) onMatch(element);
    return clear;
    // A new `links` array means that the text has been drawn again.
  }, [links, matches, current, onMatch]);

  // The types of React do not include custom properties.
  const style = {
    '--total-scale-factor': scale,
    inlineSize: size.width * scale,
    blockSize: size.height * scale,
  } as CSSProperties;
  return (
    <div
      className={styles.sheet}
      style={style}
      role="group"
      aria-label={t('pdf.pageOf', { page: number, count: pdf.numPages })}
    >
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <div ref={text} className={styles.text} dir="ltr" />
      <PdfLinks links={links} onGo={onGo} />
      {isBroken && <p className={styles.broken}>{t('pdf.brokenPage')}</p>}
    </div>
  );
}

const NO_LINKS: readonly PdfLink[] = [];

/** Elements that a page is drawn into. */
interface Sheet {
  readonly canvas: HTMLCanvasElement;
  /** Receives the invisible text for selection and screen readers. */
  readonly text: HTMLElement;
}

interface Drawing {
  readonly number: number;
  readonly scale: number;
  readonly quarters: number;
}

interface Drawn {
  /** Size without the turn. */
  readonly size: PageSize;
  readonly links: readonly PdfLink[];
}

/** Draws a page and its text. Throws if the page is broken or `signal` aborts. */
async function drawPage(
  pdf: PDFDocumentProxy,
  { number, scale, quarters }: Drawing,
  { canvas, text }: Sheet,
  signal: AbortSignal,
): Promise<Drawn> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const viewport = page.getViewport({ scale, rotation: (page.rotate + 90 * quarters) % 360 });
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
  signal.throwIfAborted();
  // A page with damaged links is shown without them.
  const links = await linksOn(pdf, page, viewport).catch(() => []);
  signal.throwIfAborted();
  const drawn = { width: viewport.width / scale, height: viewport.height / scale };
  return { size: turnedSize(drawn, quarters), links };
}
