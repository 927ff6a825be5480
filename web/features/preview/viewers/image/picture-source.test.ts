import { beforeEach, expect, test } from 'vitest';
import { anEntry, fakeServer } from '../../../../testing/fake-server.ts';
import { sourceOf } from './picture-source.ts';

const LARGE = 8_000_000;
const large = (name: string) => anEntry(`/${name}`, { size: LARGE });

beforeEach(() => void fakeServer({ BaseURL: '/base' }));

test('a large photograph starts with its preview, and loads in full on request', () => {
  const { first, full } = sourceOf(large('sea #1.JPG'), true);

  expect(first).toMatch(/^\/base\/api\/preview\/big\/sea%20%231\.JPG\?inline=true&key=2026/);
  expect(full).toMatch(/^\/base\/api\/raw\/sea%20%231\.JPG\?inline=true&key=2026/);
});

test('a small picture is loaded directly, as are all without previews', () => {
  const raw = /^\/base\/api\/raw\//;
  expect(sourceOf(anEntry('/a.png', { size: 2_000 }), true).first).toMatch(raw);
  expect(sourceOf(large('a.png'), false).first).toMatch(raw);
});

test.each(['moving.gif', 'drawing.svg'])('%s is shown as it is, however large', (name) => {
  expect(sourceOf(large(name), true).first).toContain('/api/raw/');
});

test.each(['a.heic', 'scan.TIFF', 'b.psd'])(
  '%s is shown by its preview only, because no browser can show it',
  (name) => {
    const { first, full } = sourceOf(anEntry(`/${name}`, { size: 10 }), true);
    expect(first).toContain('/api/preview/big/');
    expect(full).toBeUndefined();
  },
);
