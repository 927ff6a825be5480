import { afterEach, expect, test, vi } from 'vitest';
import { DropHighlight } from './drop-highlight.ts';
import { dropTargetOf, showFolder } from './shown-folder.ts';

let hide = () => {};
afterEach(() => hide());

/** Creates a page with a link to another folder and a listing of one folder and one file. */
function aPage() {
  document.body.innerHTML = `
    <nav><a data-folder="/other"><b id="way"></b></a></nav>
    <main id="ground">
      <div data-index="0" id="folder"><i id="inside"></i></div>
      <div data-index="1" id="file"></div>
    </main>`;
  hide = showFolder({
    path: '/shown',
    isDragHandle: () => true,
    entriesToDrag: () => [],
    folderAt: (element) => (element.id === 'folder' ? '/shown/folder' : undefined),
  });
}

const dropTargetAt = (id: string) => {
  const target = dropTargetOf(document.getElementById(id));
  return target && [target.folder, target.isBackground];
};

test('a drop targets the folder under the pointer, otherwise the displayed one', () => {
  aPage();
  expect(dropTargetAt('way')).toEqual(['/other', false]);
  expect(dropTargetAt('inside')).toEqual(['/shown/folder', false]);
  expect(dropTargetAt('file')).toEqual(['/shown', true]);
  expect(dropTargetAt('ground')).toEqual(['/shown', true]);
  expect(dropTargetOf(document.body)).toBeUndefined();
});

test('a folder under the pointer is highlighted, and opens after a while', () => {
  vi.useFakeTimers();
  aPage();
  const mark = new DropHighlight();
  const opened: string[] = [];
  const hover = (id: string) =>
    mark.show(dropTargetOf(document.getElementById(id)), (folder) => opened.push(folder));
  const marked = () => document.querySelector('[data-drop-over]')?.id;

  hover('folder');
  expect(marked()).toBe('folder');
  vi.advanceTimersByTime(500);
  hover('file');
  expect(marked()).toBe('ground');
  vi.advanceTimersByTime(2_000);
  expect(opened).toEqual([]);

  hover('folder');
  vi.advanceTimersByTime(500);
  hover('inside');
  vi.advanceTimersByTime(400);
  expect(opened).toEqual(['/shown/folder']);
  mark.show(undefined);
  expect(marked()).toBeUndefined();
  vi.useRealTimers();
});
