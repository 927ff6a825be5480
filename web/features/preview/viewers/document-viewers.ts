import type { Entry } from '#contract/files.ts';
import { kindOfName } from '../../../ui/kind-of.ts';
import type { ViewerKind } from './viewer.ts';

const markdown: ViewerKind = {
  load: async () => (await import('./markdown-viewer.tsx')).MarkdownViewer,
  showsContent: true,
};
const table: ViewerKind = {
  load: async () => (await import('./table/table-viewer.tsx')).TableViewer,
  showsContent: true,
};
const pdf: ViewerKind = {
  load: async () => (await import('./pdf-viewer.tsx')).PdfViewer,
  showsContent: true,
};
const font: ViewerKind = {
  load: async () => (await import('./font-viewer.tsx')).FontViewer,
  showsContent: true,
};
const bigText: ViewerKind = {
  load: async () => (await import('./big-text-viewer.tsx')).BigTextViewer,
  showsContent: true,
};

/** Larger files are not rendered as Markdown. */
const MAX_MARKDOWN_BYTES = 2_097_152;

/** Formats of the type text whose content is packed or binary. */
const PACKED_TEXT = /\.(?:docx?|epub|mobi|odt|pages|wasm|class)$/i;
/** Kinds whose first bytes decide. All other kinds are not text. */
const MAY_BE_TEXT = /^(?:text|code|unknown)$/;

/** Returns the viewer of a document; undefined for other files. */
export function documentViewerOf({
  name,
  type,
  size,
}: Pick<Entry, 'name' | 'type' | 'size'>): ViewerKind | undefined {
  const isText = type === 'text' || type === 'textImmutable';
  if (type === 'pdf') return pdf;
  if (!isText && type !== 'blob') return undefined;
  if (/\.(?:csv|tsv)$/i.test(name)) return table;
  if (/\.(?:ttf|otf|woff2?)$/i.test(name)) return font;
  if (/\.(?:md|markdown)$/i.test(name) && size <= MAX_MARKDOWN_BYTES) return markdown;
  if (isText) return bigText;
  return MAY_BE_TEXT.test(kindOfName(name)) && !PACKED_TEXT.test(name) ? bigText : undefined;
}
