import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentToken, setToken } from '../api/session-token.ts';
import { aToken, aTokenUser } from '../testing/fake-server.ts';
import { isTokenStored, session, startSession, userOf } from './session.ts';

let stop = () => {};

beforeEach(() => localStorage.clear());

afterEach(() => {
  stop();
  setToken(undefined);
});

/** Simulates a change of the storage by another tab. */
function otherTabSets(token: string | null) {
  window.dispatchEvent(new StorageEvent('storage', { key: 'jwt', newValue: token }));
}

test('the stored session is restored', () => {
  localStorage.setItem('jwt', aToken(aTokenUser({ username: 'Ægir' })));

  stop = startSession();

  expect(session.getState().user?.username).toBe('Ægir');
});

test('a token is stored, and removed at log-out', () => {
  stop = startSession();
  const token = aToken(aTokenUser());

  setToken(token);
  expect(localStorage.getItem('jwt')).toBe(token);
  setToken(undefined);
  expect(localStorage.getItem('jwt')).toBeNull();
});

test('logging out in one tab logs out the others', () => {
  localStorage.setItem('jwt', aToken(aTokenUser()));
  stop = startSession();

  localStorage.clear();
  otherTabSets(null);

  expect(session.getState().user).toBeUndefined();
  expect(currentToken()).toBeUndefined();
});

test('a token renewed in one tab is used by the others', () => {
  stop = startSession();
  const renewed = aToken(aTokenUser({ id: 7 }));

  otherTabSets(renewed);

  expect(currentToken()).toBe(renewed);
  expect(session.getState().user?.id).toBe(7);
});

test('an invalid token has no user', () => {
  expect(userOf('nonsense')).toBeUndefined();
  expect(userOf('a.%%%.c')).toBeUndefined();
  expect(userOf(undefined)).toBeUndefined();
});

test('a user stays logged in until the page is left where the storage is full', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
    },
  });
  stop = startSession();
  setToken(aToken(aTokenUser({ username: 'anna' })));
  expect(isTokenStored()).toBe(false);
  expect(session.getState().user?.username).toBe('anna');
  setToken(undefined);
  expect(session.getState().user).toBeUndefined();
});
