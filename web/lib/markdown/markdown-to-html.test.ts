import { describe, expect, it } from 'vitest';
import { MarkdownTooComplex, markdownToHtml } from './markdown-to-html.ts';

describe('a Markdown text', () => {
  it('becomes HTML', async () => {
    const html = await markdownToHtml('*a*', new AbortController().signal);
    expect(html).toBe('<p><em>a</em></p>\n');
  });

  it('that nests too deeply is rejected quickly', async () => {
    const rendering = markdownToHtml('> '.repeat(8_000), new AbortController().signal);
    await expect(rendering).rejects.toThrow(MarkdownTooComplex);
  });

  it('is not parsed after cancellation', async () => {
    await expect(markdownToHtml('a', AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
