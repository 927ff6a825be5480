import { QueryClient } from '@tanstack/react-query';
import { createMemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call } from '../api/http.ts';
import { currentToken, setToken } from '../api/session-token.ts';
import { guardLeaving, type Work } from '../lib/guard-leaving.ts';
import { session, startSession } from '../state/session.ts';
import { aToken, aTokenUser, fakeServer } from '../testing/fake-server.ts';
import { followSession } from './follow-session.ts';

const anna = aTokenUser({ id: 1 });
const bert = aTokenUser({ id: 2 });
const stops: (() => void)[] = [];
let reload = vi.fn();

beforeEach(() => {
  setToken(undefined);
  session.setState({ user: anna });
  reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
  stops.push(followSession(createMemoryRouter([{ path: '*' }]), new QueryClient()));
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  session.setState({ user: undefined });
  vi.restoreAllMocks();
  localStorage.clear();
});

/** Begins work that leaving the page would end. */
function begin(work: Work): void {
  const activity = { subscribe: () => () => {}, current: () => ({ isActive: true }) };
  stops.push(guardLeaving(work, activity));
}

function logInAs(user: typeof anna): void {
  session.setState({ user: undefined });
  session.setState({ user });
}

test('another user gets a new document, and the same one keeps the old', () => {
  logInAs(anna);
  expect(reload).not.toHaveBeenCalled();
  logInAs(bert);
  expect(reload).toHaveBeenCalledOnce();
});

test('uploads of the previous user do not keep the document for another one', () => {
  begin('uploads');
  logInAs(bert);
  expect(reload).toHaveBeenCalledOnce();
});

test('another user stays logged in where the browser stores the token or refuses to', () => {
  stops.push(startSession(), () => setToken(undefined));
  setToken(aToken(anna));
  setToken(aToken(bert));
  expect(reload).toHaveBeenCalledOnce();
  vi.spyOn(globalThis, 'localStorage', 'get').mockImplementation(() => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  });
  setToken(undefined);
  setToken(aToken(anna));
  expect(reload).toHaveBeenCalledOnce();
  expect(session.getState().user?.id).toBe(anna.id);
});

test('after it has stopped, a refused request logs nobody out', async () => {
  fakeServer().on('GET', '/api/starred', { status: 401 });
  setToken(aToken(anna));
  for (const stop of stops.splice(0)) stop();
  await expect(call('GET', '/api/starred')).rejects.toMatchObject({ status: 401 });
  expect(currentToken()).toBe(aToken(anna));
  setToken(undefined);
});

test('unsaved changes keep the document', () => {
  begin('uploads');
  begin('changes');
  logInAs(bert);
  expect(reload).not.toHaveBeenCalled();
});
