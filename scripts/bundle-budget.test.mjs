import { expect, test } from 'vitest';
import { measure, measureShare, measureTransfer, overBudget } from './bundle-budget.mjs';

const MANIFEST = {
  'index.html': { file: 'main.js', isEntry: true, css: ['main.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  'routes/files.tsx': { file: 'files.js', css: ['files.css'], imports: ['index.html'] },
  'routes/login.tsx': { file: 'login.js', css: ['login.css'], imports: ['index.html'] },
  'features/listing/tile-row.tsx': {
    file: 'tiles.js',
    css: ['tiles.css'],
    imports: ['_shared.js'],
  },
  'routes/settings/settings-frame.tsx': { file: 'settings.js', imports: ['_ahead.js'] },
  '_ahead.js': { file: 'ahead.js' },
  'routes/about.tsx': { file: 'about.js', imports: ['_shared.js'] },
};

function complaintsFor(kib, manifest = MANIFEST) {
  return overBudget(measure(manifest, (file) => (kib[file] ?? 0) * 1_024));
}

test('a page within its budgets gives no complaint', () => {
  const kib = {
    'main.js': 100,
    'shared.js': 70,
    'main.css': 3,
    'login.js': 2,
    'files.js': 27,
    'about.js': 60,
  };
  expect(complaintsFor(kib)).toEqual([]);
});

test('the entry script counts with what it imports statically', () => {
  expect(complaintsFor({ 'main.js': 101, 'shared.js': 70 })).toEqual([
    'the entry script: 171.0 KiB gzipped, the budget is 170.0',
  ]);
});

test('styles and the route of the listing count for the first listing', () => {
  const kib = { 'main.js': 150, 'main.css': 20, 'files.js': 29, 'files.css': 2 };
  expect(complaintsFor(kib)).toEqual([
    'script and style up to the first listing: 201.0 KiB gzipped, the budget is 200.0',
  ]);
});

test('tiles count with the first listing', () => {
  const kib = { 'main.js': 150, 'files.js': 50, 'tiles.js': 4, 'tiles.css': 2 };
  expect(complaintsFor(kib)).toEqual([
    'script and style up to the first tiles: 206.0 KiB gzipped, the budget is 205.0',
  ]);
});

test('the settings count with the parts that they import', () => {
  const kib = { 'main.js': 150, 'settings.js': 25, 'ahead.js': 56 };
  expect(complaintsFor(kib)).toEqual([
    'script and style of the settings page: 231.0 KiB gzipped, the budget is 230.0',
  ]);
});

test('the login page has a budget of its own', () => {
  const kib = { 'main.js': 150, 'main.css': 14, 'login.js': 10, 'login.css': 2 };
  const complaints = ['script and style of the login page: 176.0 KiB gzipped, the budget is 175.0'];
  expect(complaintsFor(kib)).toEqual(complaints);
  const { 'routes/login.tsx': login, ...others } = MANIFEST;
  expect(complaintsFor(kib, { ...others, '_login-Ab12_-x.js': login })).toEqual(complaints);
  expect(() => complaintsFor(kib, others)).toThrow('has no login page');
});

test('the words of the largest language count for what the first listing is sent', () => {
  const manifest = {
    ...MANIFEST,
    'languages/de.json?part=first': { file: 'de.js' },
    'languages/ar.json?part=first': { file: 'ar.js' },
    'languages/ar.json?part=files': { file: 'ar-files.js' },
  };
  const kib = { 'main.js': 150, 'files.js': 34, 'de.js': 3, 'ar.js': 5, 'ar-files.js': 9 };
  const sent = measureTransfer(manifest, (file) => (kib[file] ?? 0) * 1_024);
  expect(overBudget([sent])).toEqual([
    'all files of the first listing, in the largest language: 189.0 KiB by Brotli, the budget is 188.0',
  ]);
});

test('a part that is loaded later has a budget of its own', () => {
  expect(complaintsFor({ 'about.js': 61 })).toEqual([
    'about.js: 61.0 KiB gzipped, the budget is 60.0',
  ]);
});

const SHARE_MANIFEST = {
  'share.html': { file: 'share.js', isEntry: true, css: ['share.css'], imports: ['_libraries.js'] },
  '_libraries.js': { file: 'libraries.js' },
  'preview.tsx': { file: 'preview.js', isDynamicEntry: true, imports: ['_libraries.js'] },
};

function complaintsAboutShare(kib) {
  return overBudget(measureShare(SHARE_MANIFEST, (file) => (kib[file] ?? 0) * 1_024));
}

test('the first view of a share has a budget for its script, and its later parts each have one', () => {
  expect(
    complaintsAboutShare({
      'share.js': 40,
      'libraries.js': 80,
      'share.css': 50,
      'preview.js': 60,
    }),
  ).toEqual([]);
  expect(complaintsAboutShare({ 'share.js': 41, 'libraries.js': 80, 'preview.js': 61 })).toEqual([
    'script of the first view of a share: 121.0 KiB gzipped, the budget is 120.0',
    'preview.js: 61.0 KiB gzipped, the budget is 60.0',
  ]);
});
