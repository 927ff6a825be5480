import {
  InvalidPDFException,
  PasswordResponses,
  type PDFDocumentProxy,
} from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { loadPdf, type PdfSource } from './load-pdf.ts';

/** State of opening a document. */
export type PdfOpening =
  | { readonly status: 'loading' }
  | { readonly status: 'locked'; readonly wasWrong: boolean; unlock(password: string): void }
  | { readonly status: 'open'; readonly pdf: PDFDocumentProxy }
  | { readonly status: 'broken' }
  | { readonly status: 'failed'; readonly failure: unknown };

/** Opens a document that loads its pages on demand. Reports the state until the returned function is called. */
export function openPdf(source: PdfSource, report: (opening: PdfOpening) => void): () => void {
  const task = loadPdf(source);
  let isWanted = true;
  const reportIfOpen = (opening: PdfOpening) => isWanted && report(opening);
  task.onPassword = (unlock: (password: string) => void, reason: number) =>
    reportIfOpen({
      status: 'locked',
      wasWrong: reason === PasswordResponses.INCORRECT_PASSWORD,
      unlock,
    });
  task.promise.then(
    (pdf) => reportIfOpen({ status: 'open', pdf }),
    (failure: unknown) =>
      reportIfOpen(
        failure instanceof InvalidPDFException
          ? { status: 'broken' }
          : { status: 'failed', failure },
      ),
  );
  return () => {
    isWanted = false;
    void task.destroy();
  };
}
