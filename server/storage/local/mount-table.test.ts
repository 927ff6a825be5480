import { expect, test } from 'vitest';
import { parseMountInfo } from './mount-table.ts';

test('mount points are read with their blanks, and the last of several at one path counts', () => {
  const text = [
    '22 27 0:21 / /proc rw,relatime - proc proc rw',
    String.raw`31 27 0:40 / /srv/my\040files rw shared:1 - nfs4 host:/a\040b rw`,
    '32 27 0:41 / /srv/data rw - ext4 /dev/sdb1 rw',
    '40 32 0:44 / /srv/data rw - cifs //host/data rw',
    '',
  ].join('\n');
  expect(parseMountInfo(text)).toEqual([
    { id: '22', path: '/proc' },
    { id: '31', path: '/srv/my files' },
    { id: '40', path: '/srv/data' },
  ]);
});
