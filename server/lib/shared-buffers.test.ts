import { expect, test } from 'vitest';
import { isShared, releaseShared, SharedBuffers } from './shared-buffers.ts';

test('a buffer in use is not given out again, and a released one is', () => {
  const buffers = new SharedBuffers({ bytes: 10, maxCount: 2 });
  const first = buffers.take(4);
  const second = buffers.take(10);
  expect([first?.length, second?.length]).toEqual([4, 10]);
  expect(first?.buffer).not.toBe(second?.buffer);
  expect(buffers.take(1)).toBeUndefined();

  if (first) releaseShared(first);
  const third = buffers.take(8);
  expect([third?.length, third?.buffer]).toEqual([8, first?.buffer]);
  expect(buffers.take(1)).toBeUndefined();
});

test('more bytes than a buffer has are refused, and only its own bytes count as shared', () => {
  const buffers = new SharedBuffers({ bytes: 10, maxCount: 2 });
  expect(buffers.take(11)).toBeUndefined();
  const empty = buffers.take(0);
  expect(empty && isShared(empty)).toBe(true);
  expect(isShared(new Uint8Array(4))).toBe(false);
});

test('contents are kept apart: writing to one buffer changes no other', () => {
  const buffers = new SharedBuffers({ bytes: 3, maxCount: 2 });
  const [first, second] = [buffers.take(3), buffers.take(3)];
  first?.fill(1);
  second?.fill(2);
  expect([first?.join(), second?.join()]).toEqual(['1,1,1', '2,2,2']);
});
