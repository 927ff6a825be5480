import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { i18n, startI18n } from '../../i18n/i18n.ts';
import en from '../../i18n/languages/en.json';
import { session } from '../../state/session.ts';
import { aTokenUser } from '../../testing/fake-server.ts';
import { draftOf } from './session/drafts.ts';
import { EditorSession } from './session/editor-session.ts';
import { openText } from './session/opened-text.ts';
import { useDraft } from './use-draft.ts';

beforeEach(() => {
  startI18n(en);
  sessionStorage.clear();
  session.setState({ user: aTokenUser({ id: 1 }) });
});
afterEach(() => session.setState({ user: undefined }));

function open(): EditorSession {
  const opened = openText({ bytes: new TextEncoder().encode('old'), version: '"1"' });
  if (!opened) throw new Error('the text is no text');
  return new EditorSession(opened, {
    t: i18n.t,
    path: '/a.txt',
    name: 'a.txt',
    isReadOnly: false,
    wraps: true,
    onGoToLine: () => {},
  });
}

test('the draft of a file follows when the file is renamed', () => {
  const text = open();
  const { unmount } = renderHook(() => useDraft(text));
  text.view.dispatch({ changes: { from: 3, insert: 'er' } });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(draftOf(1, '/a.txt')?.text).toBe('older');

  text.path = '/b.txt';
  unmount();
  expect(draftOf(1, '/b.txt')?.text).toBe('older');
  expect(draftOf(1, '/a.txt')).toBeUndefined();
});

test('saving a renamed file leaves no draft', () => {
  const text = open();
  const { unmount } = renderHook(() => useDraft(text));
  text.view.dispatch({ changes: { from: 3, insert: 'er' } });
  document.dispatchEvent(new Event('visibilitychange'));
  text.path = '/b.txt';
  text.noteSaved(text.contents(), new TextEncoder().encode('older'), '"2"');
  unmount();
  expect([draftOf(1, '/a.txt'), draftOf(1, '/b.txt')]).toEqual([undefined, undefined]);
});
