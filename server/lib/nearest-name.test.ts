import { expect, test } from 'vitest';
import { nearestName } from './nearest-name.ts';

const names = ['port', 'root', 'address', 'baseURL'];

test.each([
  ['prot', 'port'],
  ['adress', 'address'],
  ['BASEURL', 'baseURL'],
])('%s was probably meant to be %s', (typed, meant) => {
  expect(nearestName(typed, names)).toBe(meant);
});

test('nothing is suggested for a name that is like none', () => {
  expect(nearestName('cacheDir', names)).toBeUndefined();
});
