import { beforeEach, expect, test } from 'vitest';
import { session } from '../../state/session.ts';
import { aTokenUser } from '../../testing/fake-server.ts';
import { keepToOwner } from './keep-to-owner.ts';

const anna = aTokenUser({ id: 1 });
const bert = aTokenUser({ id: 2 });
const signIn = (user: typeof anna | undefined) => session.setState({ user });

let did: string[] = [];
beforeEach(() => {
  did = [];
  signIn(anna);
  return keepToOwner({ resume: () => did.push('resume'), abortAll: () => did.push('abort') });
});

test('uploads go on when the same user comes back', () => {
  signIn(undefined);
  expect(did).toEqual([]);
  signIn(anna);
  expect(did).toEqual(['resume']);
});

test('nobody goes on with the uploads of somebody else', () => {
  signIn(undefined);
  signIn(bert);
  expect(did).toEqual(['abort']);
});

test('a renewed session changes nothing', () => {
  signIn({ ...anna, locale: 'de' });
  expect(did).toEqual([]);
});
