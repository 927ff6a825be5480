import { expect, test } from 'vitest';
import { createUploadStore } from '../../state/upload-store.ts';
import { guardLeaving } from './leave-guard.ts';

const aFile = {
  path: '/a',
  name: 'a',
  size: 1,
  isFolder: false,
  overwrite: false,
  file: new Blob(['x']),
};

function isAskedOnLeaving(): boolean {
  const event = new Event('beforeunload', { cancelable: true });
  window.dispatchEvent(event);
  return event.defaultPrevented;
}

test('leaving asks while something is being sent, and only then', () => {
  const store = createUploadStore({
    transport: { send: () => ({ resume: () => {}, cancel: () => {} }) },
    onArrivals: () => {},
    onSuccess: () => {},
  });
  const stop = guardLeaving(store);
  expect(isAskedOnLeaving()).toBe(false);
  store.add([aFile]);
  expect(isAskedOnLeaving()).toBe(true);
  store.abortAll();
  expect(isAskedOnLeaving()).toBe(false);
  store.add([aFile]);
  stop();
  expect(isAskedOnLeaving()).toBe(false);
});
