import { afterEach, expect, test, vi } from 'vitest';
import { DropMark } from './drop-mark.ts';
import { dropPlaceOf, showFolder } from './shown-folder.ts';

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
    isHold: () => true,
    takeAt: () => [],
    folderAt: (element) => (element.id === 'folder' ? '/shown/folder' : undefined),
  });
}

const placeAt = (id: string) => {
  const place = dropPlaceOf(document.getElementById(id));
  return place && [place.folder, place.isGround];
};

test('a drop targets the folder under the pointer, otherwise the displayed one', () => {
  aPage();
  expect(placeAt('way')).toEqual(['/other', false]);
  expect(placeAt('inside')).toEqual(['/shown/folder', false]);
  expect(placeAt('file')).toEqual(['/shown', true]);
  expect(placeAt('ground')).toEqual(['/shown', true]);
  expect(dropPlaceOf(document.body)).toBeUndefined();
});

test('a folder under the pointer is highlighted, and opens after a while', () => {
  vi.useFakeTimers();
  aPage();
  const mark = new DropMark();
  const opened: string[] = [];
  const hover = (id: string) =>
    mark.show(dropPlaceOf(document.getElementById(id)), (folder) => opened.push(folder));
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
