import { afterEach, expect, test } from 'vitest';
import { aTokenUser } from '../testing/fake-server.ts';
import { session } from './session.ts';
import { forgetUndo, handleUndo, requestUndo, type UndoTarget } from './undo.ts';

const anna = aTokenUser();
const last: UndoTarget = { what: 'last' };

afterEach(() => session.setState({ user: undefined }));

/** Returns what is undone once the handler has been loaded. */
function handled(): UndoTarget[] {
  const targets: UndoTarget[] = [];
  handleUndo((target) => targets.push(target))();
  return targets;
}

test('a request waits until its handler has been loaded', () => {
  session.setState({ user: anna });
  requestUndo(last);
  expect(handled()).toEqual([last]);
  expect(handled()).toEqual([]);
});

test('a request of an ended session is dropped', () => {
  session.setState({ user: anna });
  requestUndo(last);
  session.setState({ user: undefined });
  session.setState({ user: anna });
  expect(handled()).toEqual([]);
});

test('a renewed session keeps a request', () => {
  session.setState({ user: anna });
  requestUndo(last);
  session.setState({ user: { ...anna } });
  expect(handled()).toEqual([last]);
});

test('requests are dropped when the handler cannot be loaded', () => {
  requestUndo(last);
  expect(forgetUndo()).toBe(true);
  expect(forgetUndo()).toBe(false);
  expect(handled()).toEqual([]);
});
