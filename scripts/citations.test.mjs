import { expect, test } from 'vitest';
import { missingFiles, missingSections, testFilesIn } from './citations.mjs';

const DOCUMENT =
  '# Compatibility\n\n## 5. Other calls\n\n### 5.1 `GET /api/raw`\n\n## 10. Defects\n';

test('a citation of a section or subsection that exists is accepted', () => {
  const text =
    'As expected (compatibility.md 5.1), see compatibility.md 10 and compatibility.md section 5.';
  expect(missingSections(DOCUMENT, text)).toEqual([]);
});

test('a citation of a section that does not exist is reported', () => {
  const cited = ['5.2', '1', '9.4'];
  const text = cited.map((number) => `(compatibility.md ${number})`).join(' ');
  expect(missingSections(DOCUMENT, text)).toEqual(cited);
});

test('the test files of each row of a table are found, and no other text', () => {
  const text = [
    'Text about `support/browser-errors.ts` and `e2e/other.spec.ts`.',
    '',
    '| Requirement               | Tests                                    |',
    '| ------------------------- | ---------------------------------------- |',
    '| Files open with `Enter`.  | `web/a.test.tsx`, `e2e/b.spec.ts`        |',
    '| `clear` clears.           | `scripts/c.test.mjs`                     |',
  ].join('\n');
  expect(testFilesIn(text)).toEqual(['web/a.test.tsx', 'e2e/b.spec.ts', 'scripts/c.test.mjs']);
});

test('a named file that does not exist is reported with its line', () => {
  const files = ['server/access/decide.ts', 'server/app.ts', 'e2e/README.md'];
  const text = [
    'The tree calls `access/decide.ts` in `server/access/`; `app.ts` and `server/app.ts` mount it.',
    'See `../../e2e/README.md`, but not `cess/decide.ts`.',
    '`tree/sight.ts` is gone, and `decide(actor, action)`, `TreePath` and `--root` are no files.',
    '```',
    '`server/in-a-block.ts`',
    '```',
    'So are `server/later.mjs` and `access/sight/`.',
  ].join('\n');
  expect(missingFiles(files, text)).toEqual([
    { line: 2, file: 'cess/decide.ts' },
    { line: 3, file: 'tree/sight.ts' },
    { line: 7, file: 'server/later.mjs' },
    { line: 7, file: 'access/sight/' },
  ]);
});
