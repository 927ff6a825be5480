/** Beside its program, what documents may ask for: letters of East Asia, the fonts that every reader has, decoders of rare pictures. */
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

/** Throws for a file of pdf.js that is not here. */
export function pdfAddress(filename: string): string {
  const address = ADDRESSES.get(filename);
  if (address === undefined) throw new Error(`pdf.js asks for ${filename}, which is not here`);
  return address;
}

/** Gives pdf.js its own files, each of which the build has given a name of its own. */
export class PdfData {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const response = await fetch(pdfAddress(filename));
    if (!response.ok) throw new Error(`${filename}: ${response.status}`);
    return new Uint8Array(await response.arrayBuffer());
  }
}
