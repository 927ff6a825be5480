import { expect, test } from 'vitest';
import { addressOfLocation, locationOfAddress } from './share-address.ts';

test.each([
  ['/share/abc', '', { hash: 'abc', path: '/' }],
  ['/share/abc/', '', { hash: 'abc', path: '/' }],
  ['/fb/share/abc/sub/', '/fb', { hash: 'abc', path: '/sub' }],
  ['/share/abc/100%25%20%23%3F', '', { hash: 'abc', path: '/100% #?' }],
  ['/share/abc/a%252Fb/%F0%9F%98%80', '', { hash: 'abc', path: '/a%2Fb/😀' }],
  ['/share/abc//sub', '', { hash: 'abc', path: '/sub' }],
  ['/share/', '', undefined],
  ['/share', '', undefined],
  ['/share/abc/%zz', '', undefined],
  ['/share/abc', '/fb', undefined],
])('the address %s below "%s" means %j', (pathname, baseUrl, location) => {
  expect(locationOfAddress(pathname, baseUrl)).toEqual(location);
});

test.each([
  { hash: 'abc', path: '/' },
  { hash: 'a-_9', path: '/100%/#?&/a\nb/😀' },
])('the address of %j leads back to it', (location) => {
  expect(locationOfAddress(addressOfLocation(location, '/fb'), '/fb')).toEqual(location);
});
