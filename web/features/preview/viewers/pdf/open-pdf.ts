import { rawUrl } from '#contract/files.ts';
import {
  InvalidPDFException,
  PasswordResponses,
  type PDFDocumentProxy,
  ResponseException,
} from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { ApiError, call } from '../../../../api/http.ts';
import { loadPdf } from '../../../../api/load-pdf.ts';

/** State of opening a document. */
export type PdfOpening =
  | { readonly status: 'loading' }
  | { readonly status: 'locked'; readonly wasWrong: boolean; unlock(password: string): void }
  | { readonly status: 'open'; readonly pdf: PDFDocumentProxy }
  | { readonly status: 'broken' }
  | { readonly status: 'failed'; readonly failure: unknown };

/** Opens a document that loads its pages on demand. Reports the state until the returned function is called. */
export function openPdf(path: string, tell: (opening: PdfOpening) => void): () => void {
  const task = loadPdf(path);
  let isWanted = true;
  const reportIfOpen = (opening: PdfOpening) => isWanted && tell(opening);
  task.onPassword = (unlock: (password: string) => void, reason: number) =>
    reportIfOpen({
      status: 'locked',
      wasWrong: reason === PasswordResponses.INCORRECT_PASSWORD,
      unlock,
    });
  task.promise.then(
    (pdf) => reportIfOpen({ status: 'open', pdf }),
    async (failure: unknown) => reportIfOpen(await outcomeOf(failure, path)),
  );
  return () => {
    isWanted = false;
    void task.destroy();
  };
}

async function outcomeOf(failure: unknown, path: string): Promise<PdfOpening> {
  if (failure instanceof InvalidPDFException) return { status: 'broken' };
  if (failure instanceof ResponseException) {
    // pdf.js hides the response headers that state the reason.
    const told = await failureOf(path);
    return { status: 'failed', failure: told ?? new ApiError(failure.status, failure.message) };
  }
  return { status: 'failed', failure };
}

/** Requests the file without its bytes. Returns undefined if that succeeds. */
function failureOf(path: string): Promise<unknown> {
  return call('HEAD', rawUrl(path, { inline: true })).then(
    () => undefined,
    (failure: unknown) => failure,
  );
}
