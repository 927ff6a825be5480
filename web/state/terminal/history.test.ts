import { afterEach, beforeEach, expect, test } from 'vitest';
import { aTokenUser } from '../../testing/fake-server.ts';
import { session } from '../session.ts';
import { forgetLines, linesRun, rememberLine, step } from './history.ts';

const logIn = (id: number) => session.setState({ user: aTokenUser({ id }) });

beforeEach(() => logIn(1));
afterEach(() => {
  session.setState({ user: undefined });
  sessionStorage.clear();
});

test('the last hundred commands are kept in order', () => {
  for (let n = 1; n <= 120; n += 1) rememberLine(`echo ${n}`);
  expect(linesRun()).toHaveLength(100);
  expect(linesRun().at(0)).toBe('echo 21');
  expect(linesRun().at(-1)).toBe('echo 120');
});

test('repetitions are kept once, and commands starting with a space are not', () => {
  for (const line of ['ls', 'ls', ' login secret', 'pwd', 'ls']) rememberLine(line);
  expect(linesRun()).toEqual(['ls', 'pwd', 'ls']);
});

test('another user sees no history', () => {
  rememberLine('ls secret');
  logIn(2);
  expect(linesRun()).toEqual([]);
  logIn(1);
  forgetLines();
  expect(linesRun()).toEqual([]);
  sessionStorage.setItem('terminal-history', '{"userId":1,"lines":[1]}');
  expect(linesRun()).toEqual([]);
});

test('moving through the history ends at the current input', () => {
  rememberLine('first');
  rememberLine('second');
  const second = step(undefined, 'dra', -1);
  const first = step(second?.walk, second?.text ?? '', -1);
  expect([second?.text, first?.text]).toEqual(['second', 'first']);
  expect(step(first?.walk, 'first', -1)).toBeUndefined();
  const again = step(first?.walk, 'first', 1);
  const draft = step(again?.walk, 'second', 1);
  expect([again?.text, draft?.text]).toEqual(['second', 'dra']);
  expect(step(draft?.walk, 'dra', 1)).toBeUndefined();
  expect(step(undefined, 'dra', 1)).toBeUndefined();
});
