import { beforeAll, expect, test } from 'vitest';
import { refuseDrops } from './refuse-drops.ts';

beforeAll(refuseDrops);

/** Returns true if the default action of the browser is prevented. */
function isRefused(type: 'dragover' | 'drop', target: EventTarget, types = ['Files']): boolean {
  const event = new Event(type, { cancelable: true, bubbles: true });
  Object.defineProperty(event, 'dataTransfer', { value: { types, dropEffect: 'copy' } });
  return !target.dispatchEvent(event);
}

test('a dropped file does not leave the page', () => {
  expect(isRefused('dragover', document.body)).toBe(true);
  expect(isRefused('drop', document.body)).toBe(true);
});

test('dragged text and drops into an editor are ignored', () => {
  expect(isRefused('drop', document.body, ['text/plain'])).toBe(false);
  const editor = document.createElement('div');
  Object.defineProperty(editor, 'isContentEditable', { value: true });
  document.body.append(editor);
  expect(isRefused('drop', editor)).toBe(false);
});
