import { beforeEach, expect, test } from 'vitest';
import { parseMarkdown } from '../../../lib/markdown/parse-markdown.ts';
import { safeDocument } from '../../../lib/markdown/safe-document.ts';
import { aPageConfig } from '../../../testing/fake-server.ts';
import { documentLocation } from './markdown-document.tsx';

beforeEach(() => {
  window.FileBrowser = aPageConfig({ BaseURL: '/fb' });
});

function render(path: string, source: string): HTMLElement {
  const room = document.createElement('div');
  room.append(safeDocument(parseMarkdown(source), documentLocation('h4sh', 'secret', path)));
  return room;
}

test('links and images resolve within the share', () => {
  const room = render('/docs/a.md', '![sea](../../../sea.jpg) [up](/../x.md)');

  expect(room.querySelector('img')?.getAttribute('src')).toBe(
    '/fb/api/public/dl/h4sh/sea.jpg?inline=true&token=secret',
  );
  // Links must not contain the token, because they may be passed on.
  expect(room.querySelector('a')?.getAttribute('href')).toBe('/fb/share/h4sh/x.md');
});

test('a document shared by itself has no access to other files', () => {
  const room = render('', '![sea](sea.jpg) [other](other.md) [out](https://example.org)');

  expect(room.querySelector('img')).toBeNull();
  const [other, out] = room.querySelectorAll('a');
  expect(other?.hasAttribute('href')).toBe(false);
  expect(out?.getAttribute('rel')).toContain('noreferrer');
});
