import { beforeEach, expect, test } from 'vitest';
import { setToken } from '../api/session-token.ts';
import { aFolder, fakeServer } from '../testing/fake-server.ts';
import { prefetchFirstFolder } from './first-folder.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => setToken('a.b.c'));

const asked = (pathname: string) => {
  const server = fakeServer({ BaseURL: '/sub' }).folder(aFolder('/100%/'));
  prefetchFirstFolder(createQueryClient(), pathname);
  return server.calls.map(({ url }) => url);
};

test('the folder of the address is requested first', () => {
  expect(asked('/sub/files/100%25/')).toEqual(['/api/resources/100%25/']);
});

test('nothing is requested for other addresses, files and logged-out users', () => {
  expect(asked('/sub/login')).toEqual([]);
  expect(asked('/sub/files/a.txt')).toEqual([]);
  expect(asked('/sub/files/%ff/')).toEqual([]);
  setToken(undefined);
  expect(asked('/sub/files/')).toEqual([]);
});
