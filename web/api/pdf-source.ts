import { rawUrl } from '#contract/files.ts';
import type { PdfSource } from '../ui/pdf/load-pdf.ts';
import { callAddress } from './http.ts';
import { sessionHeader } from './session-token.ts';

/** Returns where the PDF at a path is, with the token of the session. */
export function pdfSource(path: string): PdfSource {
  return { address: callAddress(rawUrl(path, { inline: true })), headers: sessionHeader() };
}
