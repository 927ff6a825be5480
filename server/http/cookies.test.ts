import { expect, test } from 'vitest';
import { readCookie, strictCookie } from './cookies.ts';

test.each([
  ['auth=a.b.c', 'a.b.c'],
  ['x=1; auth=a.b.c; y=2', 'a.b.c'],
  ['x=1;auth=a.b.c', 'a.b.c'],
  ['xauth=no; auth=yes', 'yes'],
  ['auth=first; auth=second', 'first'],
  ['auth=a=b', 'a=b'],
  ['auth=', ''],
  ['auth', undefined],
  ['=auth', undefined],
  ['AUTH=x', undefined],
  ['', undefined],
  [undefined, undefined],
])('of the cookies %j, ours is %j', (header, value) => {
  expect(readCookie(header, 'auth')).toBe(value);
});

test('no script reads the cookie, and no foreign page makes a browser send it', () => {
  expect(strictCookie('auth', 'a.b.c', { path: '/', secure: false, maxAge: 7_200 })).toBe(
    'auth=a.b.c; Path=/; Max-Age=7200; HttpOnly; SameSite=Strict',
  );
  expect(strictCookie('auth', '', { path: '/fb/', secure: true, maxAge: 0 })).toBe(
    'auth=; Path=/fb/; Max-Age=0; HttpOnly; SameSite=Strict; Secure',
  );
});
