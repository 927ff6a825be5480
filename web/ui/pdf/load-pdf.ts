import {
  getDocument,
  GlobalWorkerOptions,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist/legacy/build/pdf.min.mjs';

/** Bytes per request, made for the pages that are drawn. */
const RANGE_BYTES = 262_144;

/** Address of a document, and how it is requested. */
export interface PdfSource {
  /** Address of the file, also for the browser's own viewer. */
  readonly address: string;
  /** Headers of each request, such as the one of the session. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Begins to load a document. Its pages are requested when they are drawn. */
export function loadPdf({ address, headers }: PdfSource): PDFDocumentLoadingTask {
  GlobalWorkerOptions.workerSrc = pdfAddress('pdf.worker.min.mjs');
  return getDocument({
    url: new URL(address, location.href).href,
    httpHeaders: headers,
    rangeChunkSize: RANGE_BYTES,
    disableStream: true,
    disableAutoFetch: true,
    // Fonts that a document does not contain are requested. Those of the device would have other widths, and phones have none of them.
    useSystemFonts: false,
    isEvalSupported: false,
    useWorkerFetch: false,
    BinaryDataFactory: PdfData,
    verbosity: 0,
  });
}

/** Additional files of pdf.js that documents may need: character maps, standard fonts and image decoders. */
const FILES = import.meta.glob<string>(
  [
    '../../../node_modules/pdfjs-dist/legacy/build/pdf.worker.min.mjs',
    '../../../node_modules/pdfjs-dist/cmaps/*.bcmap',
    '../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}',
    '../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg}.wasm',
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
