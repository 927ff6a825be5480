import { beforeEach, expect, test } from 'vitest';
import { anEntry, aTokenUser } from '../testing/fake-server.ts';
import { clearClipboard, clipboard, isCut, putOnClipboard } from './clipboard.ts';
import { session } from './session.ts';

beforeEach(clearClipboard);

test('cut entries stay cut until others are copied', () => {
  putOnClipboard('cut', [anEntry('/a.txt')]);
  expect(isCut('/a.txt')).toBe(true);
  expect(isCut('/b.txt')).toBe(false);
  putOnClipboard('copy', [anEntry('/b.txt')]);
  expect(isCut('/a.txt')).toBe(false);
  expect(isCut('/b.txt')).toBe(false);
});

test('copying nothing keeps the clipboard', () => {
  putOnClipboard('copy', [anEntry('/a.txt')]);
  putOnClipboard('copy', []);
  expect(clipboard.getState().content?.entries).toHaveLength(1);
});

test('another user has an empty clipboard', () => {
  session.setState({ user: aTokenUser() });
  putOnClipboard('copy', [anEntry('/a.txt')]);
  session.setState({ user: aTokenUser({ id: 2 }) });
  expect(clipboard.getState().content).toBeUndefined();
});
