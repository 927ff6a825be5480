import { rawUrl } from '#contract/files.ts';
import {
  getDocument,
  GlobalWorkerOptions,
  InvalidPDFException,
  PasswordResponses,
  type PDFDocumentProxy,
  ResponseException,
} from 'pdfjs-dist/legacy/build/pdf.min.mjs';
import { ApiError, callAddress, call } from '../../../../api/http.ts';
import { sessionHeader } from '../../../../api/session-token.ts';

/** Bytes per request, made for the pages in view. */
const RANGE_BYTES = 262_144;

/** State of opening a document. */
export type PdfOpening =
  | { readonly status: 'loading' }
  | { readonly status: 'locked'; readonly wasWrong: boolean; unlock(password: string): void }
  | { readonly status: 'open'; readonly pdf: PDFDocumentProxy }
  | { readonly status: 'broken' }
  | { readonly status: 'failed'; readonly failure: unknown };

/** Opens a document that loads its pages on demand. Reports the state until the returned function is called. */
export function openPdf(path: string, tell: (opening: PdfOpening) => void): () => void {
  GlobalWorkerOptions.workerSrc = pdfAddress('pdf.worker.min.mjs');
  const task = getDocument({
    url: new URL(callAddress(rawUrl(path, { inline: true })), location.href).href,
    httpHeaders: sessionHeader(),
    rangeChunkSize: RANGE_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    isEvalSupported: false,
    useWorkerFetch: false,
    BinaryDataFactory: PdfData,
    verbosity: 0,
  });
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

/** Additional files of pdf.js that documents may need: character maps, standard fonts and image decoders. */
const FILES = import.meta.glob<string>(
  [
    '../../../../../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs',
    '../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
  ],
  { eager: true, query: '?url', import: 'default' },
);

const ADDRESSES: ReadonlyMap<string, string> = new Map(
  Object.entries(FILES).map(([path, address]) => [path.slice(path.lastIndexOf('/') + 1), address]),
);

/** Throws for a file of pdf.js that is not included. */
function pdfAddress(filename: string): string {
  const address = ADDRESSES.get(filename);
  if (address === undefined) throw new Error(`pdf.js asks for ${filename}, which is not here`);
  return address;
}

/** Provides the files of pdf.js, whose names the build has changed. */
class PdfData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const response = await fetch(pdfAddress(filename));
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
