import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { checkSpecificationMap } from './specification-map.mjs';

const SOURCE = `
test('a file opens', async () => {});
it("it's closed", () => {});
describe('a name', () => {
  test.each<string>(['(', ')'])('is %s or so', () => {});
  test(\`is kept on \${where}\`, () => {});
});
test.skip('nobody looks here', () => {});
test.todo('one day');
test('a file has no second name', { timeout: 5 }, () => {});
const called = 'not a test';
`;

function complaintsAbout(map) {
  const root = mkdtempSync(join(tmpdir(), 'map-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const files = {
    'web/a.test.ts': SOURCE,
    'e2e/README.md': `# Journeys\n\n- no item of it\n${map}`,
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return checkSpecificationMap(root);
}

const asserted = (...titles) =>
  [
    '## The map',
    '',
    '- Files open.',
    ...titles.map((title) => `  - \`web/a.test.ts\` › ${title}`),
  ].join('\n');

test('tests that are there under their titles, however those are written, are no complaint', () => {
  const map = asserted(
    'a file opens',
    "it's closed",
    'is %s or so',
    'is kept on ${where}',
    'a file has no second name',
  );
  expect(complaintsAbout(map)).toEqual([]);
});

test.each(['a file opened', 'nobody looks here', 'one day', 'a name', 'not a test'])(
  '“%s” is no test of that file',
  (title) => {
    expect(complaintsAbout(asserted('a file opens', title))).toEqual([
      `e2e/README.md:8: web/a.test.ts has no test called “${title}”`,
    ]);
  },
);

test('a file that is gone and a statement that nothing asserts are told with their lines', () => {
  const map =
    '## The map\n\n- Files open.\n- Folders open.\n  - `e2e/gone.spec.ts` › a folder opens\n';
  expect(complaintsAbout(map)).toEqual([
    'e2e/README.md:6: no test is named for “Files open.”',
    'e2e/README.md:8: there is no e2e/gone.spec.ts',
  ]);
});

test('an item that names no test is told, and hides none that follows', () => {
  const map = '## The map\n\n- Files open.\n  - see above\n  - `web/a.test.ts` › it is closed\n';
  expect(complaintsAbout(map)).toEqual([
    'e2e/README.md:7: not a file and a title: - see above',
    'e2e/README.md:8: web/a.test.ts has no test called “it is closed”',
  ]);
});

test('without its heading the map is not taken for an empty one', () => {
  expect(() => complaintsAbout('## Another heading')).toThrow(/no heading/);
});
