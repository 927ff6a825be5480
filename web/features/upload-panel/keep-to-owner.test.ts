import { beforeEach, expect, test } from 'vitest';
import { session } from '../../state/session.ts';
import { aTokenUser } from '../../testing/fake-server.ts';
import { keepToOwner } from './keep-to-owner.ts';

const anna = aTokenUser({ id: 1 });
const bert = aTokenUser({ id: 2 });
const logIn = (user: typeof anna | undefined) => session.setState({ user });

let did: string[] = [];
beforeEach(() => {
  did = [];
  logIn(anna);
  return keepToOwner({ resume: () => did.push('resume'), abortAll: () => did.push('abort') });
});

test('uploads resume when the same user returns', () => {
  logIn(undefined);
  expect(did).toEqual([]);
  logIn(anna);
  expect(did).toEqual(['resume']);
});

test('another user does not resume the uploads', () => {
  logIn(undefined);
  logIn(bert);
  expect(did).toEqual(['abort']);
});

test('a renewed session changes nothing', () => {
  logIn({ ...anna, locale: 'de' });
  expect(did).toEqual([]);
});
