// Checks that each citation of docs/compatibility.md in the code, such as `compatibility.md 5.1`, names a section that exists,
// and that each test file in the tables of e2e/README.md exists.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = 'docs/compatibility.md';
const SOURCES = ['server', 'web', 'contract', 'acceptance', 'e2e', 'scripts'];
const CITATION = /compatibility\.md (?:section )?(\d+(?:\.\d+)?)/g;
const REQUIREMENTS = 'e2e/README.md';
const TABLE_ROW = /^\|.*\|$/gm;
const TEST_FILE = /`([^`]+\.(?:test|spec)\.[^`]+)`/g;
const HEADING = /^#{2,3} (\d+(?:\.\d+)?)\.? /gm;

/** Returns a line for each citation of a section that the document lacks, and for each named test file that does not exist. */
export function checkCitations(root) {
  const document = readFileSync(join(root, DOCUMENT), 'utf8');
  const list = execFileSync('git', ['ls-files', '-z', '--', ...SOURCES], { cwd: root });
  const files = list.toString().split('\0').filter(isText);
  const sections = files.flatMap((file) =>
    missingSections(document, readFileSync(join(root, file), 'utf8')).map(
      (section) => `${file}: ${DOCUMENT} has no section ${section}`,
    ),
  );
  const tests = testFilesIn(readFileSync(join(root, REQUIREMENTS), 'utf8'))
    .filter((file) => !existsSync(join(root, file)))
    .map(
      (file) => `${REQUIREMENTS}: ${file} does not exist. Name the file that has the tests now.`,
    );
  return [...sections, ...tests];
}

/** Returns the test files named in the tables of a Markdown text. */
export function testFilesIn(text) {
  const rows = [...text.matchAll(TABLE_ROW)].map(([row]) => row);
  return rows.flatMap((row) => [...row.matchAll(TEST_FILE)].map(([, file]) => file));
}

/** Returns the sections that `text` cites and `document` does not have. */
export function missingSections(document, text) {
  const sections = new Set([...document.matchAll(HEADING)].map(([, number]) => number));
  const cited = [...text.matchAll(CITATION)].map(([, number]) => number);
  return cited.filter((number) => !sections.has(number));
}

function isText(file) {
  return /\.(?:tsx?|mjs|json)$/.test(file);
}
