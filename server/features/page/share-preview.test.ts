import { expect, test } from 'vitest';
import { sharePreviewOf } from './share-preview.ts';

test('describes a file by its name and size, a folder by its name', () => {
  const file = sharePreviewOf({ name: 'video.mp4', isFolder: false, size: 4 * 1024 ** 4 }, 'Files');
  expect(file).toEqual({
    title: 'video.mp4 – Files',
    properties: {
      description: 'A file of 4.00 TiB',
      'og:type': 'website',
      'og:site_name': 'Files',
      'og:title': 'video.mp4',
      'og:description': 'A file of 4.00 TiB',
    },
  });
  const folder = sharePreviewOf({ name: 'Photos', isFolder: true }, 'Files');
  expect(folder.properties).toMatchObject({ 'og:title': 'Photos', description: 'A folder' });
});

test('shows only the product name without a description', () => {
  expect(sharePreviewOf(undefined, 'Files')).toEqual({
    title: 'Files',
    properties: { 'og:type': 'website', 'og:site_name': 'Files', 'og:title': 'Files' },
  });
});

test('shows the product name for a shared home', () => {
  expect(sharePreviewOf({ name: '', isFolder: true }, 'Files').title).toBe('Files');
});

test.each([
  ['invoice\u202efdp.exe', 'invoice\ufffdfdp.exe'],
  ['two\nlines\u2028\u2029', 'two\ufffdlines\ufffd'],
  ['\u200bhidden\u0007', '\ufffdhidden\ufffd'],
  ['family 👨‍👩‍👧', 'family 👨‍👩‍👧'],
  ['שלום.txt', 'שלום.txt'],
  ['é'.repeat(300), `${'é'.repeat(200)}…`],
])('the name %j cannot pose as another one', (name, shown) => {
  const { properties } = sharePreviewOf({ name, isFolder: true }, 'Files');
  expect(properties['og:title']).toBe(shown);
});

test.each([
  [0, '0 B'],
  [1_023, '1023 B'],
  [1_024, '1.00 KiB'],
  [1_048_575, '1.00 MiB'],
  [1.5 * 1024 ** 3, '1.50 GiB'],
])('%d bytes are %s', (size, text) => {
  const { properties } = sharePreviewOf({ name: 'a', isFolder: false, size }, 'Files');
  expect(properties['description']).toBe(`A file of ${text}`);
});
