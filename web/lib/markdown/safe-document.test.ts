import { describe, expect, it } from 'vitest';
import { parseMarkdown } from './parse-markdown.ts';
import { safeDocument } from './safe-document.ts';

/** Renders a document in /docs/. */
function render(source: string): HTMLElement {
  const room = document.createElement('div');
  room.append(
    safeDocument(parseMarkdown(source), {
      folder: '/docs/',
      pageOf: (path) => `/files${path}`,
      pictureOf: (path) => `/raw${path}`,
    }),
  );
  return room;
}

// Sanitizing hostile documents depends on the browser's parser, so browser tests cover it.
describe('a document', () => {
  it('shows headings, tables, tasks and code', () => {
    const room = render(
      'Before\n\n# One\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n\n```sh\nls <x>\n```',
    );
    expect(room.querySelector('h1')?.textContent).toBe('One');
    expect(room.querySelector('[data-part=table] td')?.textContent).toBe('1');
    expect(room.querySelector('input')?.checked).toBe(true);
    expect(room.querySelector('input')?.disabled).toBe(true);
    expect(room.querySelector('input')?.getAttribute('aria-label')).toBe('done');
    expect(room.querySelector('pre code')?.textContent).toBe('ls <x>\n');
  });

  it('resolves links to headings, including duplicates', () => {
    const room = render('[down](#what-is-it-1)\n\n## What is it?\n\n## What is it?');
    const headings = [...room.querySelectorAll('h2')];
    expect(headings.map(({ id }) => id)).toEqual(['document-what-is-it', 'document-what-is-it-1']);
    expect(room.querySelector('a')?.getAttribute('href')).toBe('#document-what-is-it-1');
  });

  it('resolves links to files, and opens others in a new tab', () => {
    const room = render('[a](../plan.md) [b](https://example.org)');
    const [file, outside] = room.querySelectorAll('a');
    expect(file?.getAttribute('href')).toBe('/files/plan.md');
    expect(file?.dataset['path']).toBe('/plan.md');
    expect(outside?.target).toBe('_blank');
    expect(outside?.rel).toContain('noopener');
  });

  it('shows local images, and the text of external ones', () => {
    const room = render('![sea](img/sea%20side.jpg) ![a badge](https://example.org/badge.svg)');
    expect(room.querySelector('img')?.getAttribute('src')).toBe('/raw/docs/img/sea side.jpg');
    expect(room.querySelectorAll('img')).toHaveLength(1);
    expect(room.querySelector('[data-part=picture]')?.textContent).toBe('a badge');
  });

  it('separates its ids from those of the page', () => {
    const room = render('<a name="root"></a><p id="body">x</p>');
    expect(room.querySelector('a')?.id).toBe('document-root');
    expect(room.querySelector('p[id]')?.id).toBe('document-body');
  });
});
