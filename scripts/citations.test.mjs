import { expect, test } from 'vitest';
import { missingSections, testFilesIn } from './citations.mjs';

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
    'Text about `support/complaints.ts` and `e2e/other.spec.ts`.',
    '',
    '| Requirement               | Tests                                    |',
    '| ------------------------- | ---------------------------------------- |',
    '| Files open with `Enter`.  | `web/a.test.tsx`, `e2e/b.spec.ts`        |',
    '| `clear` clears.           | `scripts/c.test.mjs`                     |',
  ].join('\n');
  expect(testFilesIn(text)).toEqual(['web/a.test.tsx', 'e2e/b.spec.ts', 'scripts/c.test.mjs']);
});
