import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { type CSSProperties, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { drawPage } from './draw-page.ts';
import type { PageSize } from './page-layout.ts';
import styles from './pdf.module.css';

export function PdfPage({
  pdf,
  number,
  scale,
  size,
  onSize,
}: {
  pdf: PDFDocumentProxy;
  number: number;
  scale: number;
  size: PageSize;
  onSize(number: number, size: PageSize): void;
}) {
  const { t } = useTranslation();
  const canvas = useRef<HTMLCanvasElement>(null);
  const text = useRef<HTMLDivElement>(null);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    if (!canvas.current || !text.current) return undefined;
    const stop = new AbortController();
    const sheet = { canvas: canvas.current, text: text.current };
    drawPage(pdf, number, scale, sheet, stop.signal).then(
      (drawn) => onSize(number, drawn),
      () => stop.signal.aborted || setIsBroken(true),
    );
    return () => stop.abort();
  }, [pdf, number, scale, onSize]);

  // The cast: React does not know custom properties.
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
      aria-label={t('preview.pageOf', { page: number, count: pdf.numPages })}
    >
      <canvas ref={canvas} className={styles.canvas} aria-hidden />
      <div ref={text} className={styles.text} dir="ltr" />
      {isBroken && <p className={styles.broken}>{t('preview.brokenPage')}</p>}
    </div>
  );
}
