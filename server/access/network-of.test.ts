import { expect, test } from 'vitest';
import { networkOf } from './network-of.ts';

test('addresses of one /64 network have one name, whichever zeros they leave out', () => {
  const names = [
    '2001:db8::1',
    '2001:db8:0:0:1::',
    '2001:0db8:0000:0000:ffff:0:0:1',
    '2001:DB8::5:6:7:8',
    '2001:db8::5:6:192.0.2.7',
  ].map(networkOf);
  expect(names).toEqual(Array(5).fill('2001:db8:0:0'));
});

test('addresses of different networks have different names', () => {
  const names = [
    '2001::5:6:7:8:9',
    '2001::6:6:7:8:9',
    '2001:0:0:5::',
    '::1',
    '2001:db8:1:2::',
    '64:ff9b::192.0.2.7',
    '64:ff9b::c000:208',
  ];
  expect(names.map(networkOf)).toEqual([
    '2001:0:0:5',
    '2001:0:0:6',
    '2001:0:0:5',
    '0:0:0:0',
    '2001:db8:1:2',
    '64:ff9b:0:0:0:0:c000:207',
    '64:ff9b:0:0:0:0:c000:208',
  ]);
});

test('the interface of a link-local address is not part of its network', () => {
  expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0');
});

test.each(['192.0.2.7', '::ffff:192.0.2.7', '::ffff:c000:207', '', 'unix'])(
  'other addresses are their own network: %j',
  (address) => {
    expect(networkOf(address)).toBe(address);
  },
);
