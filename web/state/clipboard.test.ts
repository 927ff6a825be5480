import { beforeEach, expect, test } from 'vitest';
import { anEntry, aTokenUser } from '../testing/fake-server.ts';
import { clearClipboard, clipboard, isCut, putOnClipboard } from './clipboard.ts';
import { session } from './session.ts';

beforeEach(clearClipboard);

test('what is cut counts as cut until something else is copied', () => {
  putOnClipboard('cut', [anEntry('/a.txt')]);
  expect(isCut('/a.txt')).toBe(true);
  expect(isCut('/b.txt')).toBe(false);
  putOnClipboard('copy', [anEntry('/b.txt')]);
  expect(isCut('/a.txt')).toBe(false);
  expect(isCut('/b.txt')).toBe(false);
});

test('copying nothing leaves what was copied before', () => {
  putOnClipboard('copy', [anEntry('/a.txt')]);
  putOnClipboard('copy', []);
  expect(clipboard.getState().content?.entries).toHaveLength(1);
});

test('another user finds nothing on the clipboard', () => {
  session.setState({ user: aTokenUser() });
  putOnClipboard('copy', [anEntry('/a.txt')]);
  session.setState({ user: aTokenUser({ id: 2 }) });
  expect(clipboard.getState().content).toBeUndefined();
});
