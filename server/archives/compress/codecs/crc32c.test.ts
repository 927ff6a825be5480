import { expect, test } from 'vitest';
import { crc32c } from './crc32c.ts';

test.each([
  ['the check value of the catalogues', Buffer.from('123456789'), 0xe306_9283],
  ['RFC 3720: 32 bytes of zeros', Buffer.alloc(32), 0x8a91_36aa],
  ['RFC 3720: 32 bytes of ones', Buffer.alloc(32, 0xff), 0x62a8_ab43],
  [
    'RFC 3720: 32 bytes rising',
    Buffer.from(Array.from({ length: 32 }, (_, at) => at)),
    0x46dd_794e,
  ],
  ['nothing', Buffer.alloc(0), 0],
])('%s', (_, bytes, expected) => {
  expect(crc32c(bytes)).toBe(expected);
});
