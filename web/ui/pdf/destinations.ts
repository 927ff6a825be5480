import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.min.mjs';

/** Position in a document that links and the table of contents lead to. */
export interface PdfPosition {
  /** Number of the page, from 1. */
  readonly page: number;
  /** Distance from the top of the page before the user turns it, in units of 1/72 inch; 0 for the whole page. */
  readonly top: number;
}

/** Destination as pdf.js returns it: a name that the document explains, or a page with a position on it. */
export type Destination = string | readonly unknown[];

type PageReference = Parameters<PDFDocumentProxy['getPageIndex']>[0];

/** Returns the position of a destination; undefined if the document has no such page. */
export async function positionOf(
  pdf: PDFDocumentProxy,
  destination: Destination,
): Promise<PdfPosition | undefined> {
  const parts =
    typeof destination === 'string' ? await pdf.getDestination(destination) : destination;
  const [target, kind, ...parameters] = parts ?? [];
  try {
    const page = typeof target === 'number' ? target + 1 : await numberOf(pdf, target);
    if (page === undefined || page > pdf.numPages) return undefined;
    return { page, top: topOf(await pdf.getPage(page), kind, parameters) };
  } catch {
    // Documents refer to pages that have been removed.
    return undefined;
  }
}

async function numberOf(pdf: PDFDocumentProxy, target: unknown): Promise<number | undefined> {
  return isReference(target) ? (await pdf.getPageIndex(target)) + 1 : undefined;
}

function isReference(value: unknown): value is PageReference {
  return typeof value === 'object' && value !== null && 'num' in value && 'gen' in value;
}

/** Returns the top of a destination in units of 1/72 inch; 0 for kinds without one (ISO 32000-1, table 151). */
function topOf(page: PDFPageProxy, kind: unknown, parameters: readonly unknown[]): number {
  const name = typeof kind === 'object' && kind !== null && 'name' in kind ? kind.name : undefined;
  const y = name === 'XYZ' || name === 'FitR' ? parameters[name === 'XYZ' ? 1 : 3] : parameters[0];
  const hasTop = name === 'XYZ' || name === 'FitR' || name === 'FitH' || name === 'FitBH';
  if (!hasTop || typeof y !== 'number') return 0;
  const [, top] = page.getViewport({ scale: 1 }).convertToViewportPoint(0, y);
  return typeof top === 'number' ? Math.max(0, top) : 0;
}
