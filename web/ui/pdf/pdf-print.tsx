import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import { ProgressBar } from '../progress-bar.tsx';
import { printPdf } from './print-pdf.ts';
import styles from './pdf.module.css';

/** Progress of drawing a document for the printer, which starts when it is mounted. */
export function PdfPrint({
  pdf,
  onEnd,
}: {
  pdf: PDFDocumentProxy;
  /** Called when the print dialog has opened, or the user has cancelled. */
  onEnd(): void;
}) {
  const { t } = useTranslation();
  const count = pdf.numPages;
  const [page, setPage] = useState(1);
  const [isBroken, setIsBroken] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    printPdf(pdf, { onPage: setPage, signal: stop.signal }).then(onEnd, () => {
      if (!stop.signal.aborted) setIsBroken(true);
    });
    return () => stop.abort();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- prints once
  }, [pdf]);
  return (
    <div className={styles.printState} role="group" aria-label={t('pdf.print')}>
      <p>{isBroken ? t('pdf.brokenPage') : t('pdf.printing', { page, count })}</p>
      {!isBroken && <ProgressBar label={t('pdf.print')} percent={(100 * (page - 1)) / count} />}
      <Button onClick={onEnd}>{t(isBroken ? 'common.close' : 'common.cancel')}</Button>
    </div>
  );
}
