import { describe, expect, it } from 'vitest';
import { anEntry } from '../../../testing/fake-server.ts';
import { documentViewerOf } from './document-viewers.ts';

/** Returns the name of the viewer of a file. */
async function viewerName(name: string, type: 'text' | 'blob' | 'pdf' | 'image', size = 1_024) {
  const kind = documentViewerOf(anEntry(`/${name}`, { type, size }));
  return kind && (await kind.load()).name;
}

describe('the viewer of a document', () => {
  it.each([
    ['read.md', 'text', 'MarkdownViewer'],
    ['READ.MARKDOWN', 'text', 'MarkdownViewer'],
    ['table.csv', 'text', 'TableViewer'],
    ['large.tsv', 'blob', 'TableViewer'],
    ['paper.pdf', 'pdf', 'PdfViewer'],
    ['letters.woff2', 'blob', 'FontViewer'],
    ['server.log', 'blob', 'BigTextViewer'],
    ['no ending', 'blob', 'BigTextViewer'],
  ] as const)('of %s as %s goes to the %s', async (name, type, viewer) => {
    expect(await viewerName(name, type)).toBe(viewer);
  });

  it('does not render long texts', async () => {
    expect(await viewerName('book.md', 'text', 3_000_000)).toBe('BigTextViewer');
  });

  it.each(['archive.zip', 'letter.docx', 'system.iso', 'program.wasm', 'sheet.xlsx'])(
    'is not tried of %s, which is no text',
    async (name) => {
      expect(await viewerName(name, 'blob')).toBeUndefined();
    },
  );

  it('is undefined for pictures', async () => {
    expect(await viewerName('sea.jpg', 'image')).toBeUndefined();
  });
});
