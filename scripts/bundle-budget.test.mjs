import { expect, test } from 'vitest';
import { measure, overBudget } from './bundle-budget.mjs';

const MANIFEST = {
  'index.html': { file: 'main.js', isEntry: true, css: ['main.css'], imports: ['_shared.js'] },
  '_shared.js': { file: 'shared.js' },
  'routes/files.tsx': { file: 'files.js', css: ['files.css'], imports: ['index.html'] },
  'routes/about.tsx': { file: 'about.js', imports: ['_shared.js'] },
};

function complaintsFor(kib) {
  return overBudget(measure(MANIFEST, (file) => (kib[file] ?? 0) * 1_024));
}

test('a page within its budgets gives no complaint', () => {
  const kib = { 'main.js': 100, 'shared.js': 70, 'main.css': 10, 'files.js': 20, 'about.js': 60 };
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

test('a part that is loaded later has a budget of its own', () => {
  expect(complaintsFor({ 'about.js': 61 })).toEqual([
    'about.js: 61.0 KiB gzipped, the budget is 60.0',
  ]);
});
