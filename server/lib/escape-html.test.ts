import { expect, test } from 'vitest';
import { escapeHtml } from './escape-html.ts';

test('text cannot end an attribute or begin a tag', () => {
  expect(escapeHtml(`</title><script>"x" & 'y'`)).toBe(
    '&lt;/title&gt;&lt;script&gt;&#34;x&#34; &amp; &#39;y&#39;',
  );
  expect(escapeHtml('&lt; ä 😀')).toBe('&amp;lt; ä 😀');
});
