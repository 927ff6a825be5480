import { afterEach, expect, test, vi } from 'vitest';
import { pickItems } from './pick-files.ts';

afterEach(() => vi.restoreAllMocks());

/** Simulates a choice in the browser's file chooser. */
function choose(files: File[], event: 'change' | 'cancel' = 'change') {
  const opened: HTMLInputElement[] = [];
  vi.spyOn(HTMLInputElement.prototype, 'click').mockImplementation(function (
    this: HTMLInputElement,
  ) {
    opened.push(this);
    Object.defineProperty(this, 'files', { value: files });
    queueMicrotask(() => this.dispatchEvent(new Event(event)));
  });
  return opened;
}

test('returns picked files with their names and removes the input', async () => {
  const opened = choose([new File(['x'], 'a.txt'), new File(['y'], 'b.txt')]);
  const picked = await pickItems('files');
  expect(picked.map(({ relativePath }) => relativePath)).toEqual(['a.txt', 'b.txt']);
  expect(opened[0]?.multiple).toBe(true);
  expect(document.querySelector('input')).toBeNull();
});

test('returns the paths in a picked folder', async () => {
  const file = new File(['x'], 'a.txt');
  Object.defineProperty(file, 'webkitRelativePath', { value: 'folder/sub/a.txt' });
  const opened = choose([file]);
  const picked = await pickItems('folder');
  expect(picked.map(({ relativePath }) => relativePath)).toEqual(['folder/sub/a.txt']);
  expect(opened[0]?.webkitdirectory).toBe(true);
});

test('closing the file chooser picks nothing', async () => {
  choose([], 'cancel');
  expect(await pickItems('files')).toEqual([]);
});
