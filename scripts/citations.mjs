// Checks that each citation of docs/compatibility.md in the code, such as `compatibility.md 5.1`, names a section that exists,
// and that each test file in the tables of e2e/README.md exists. Also finds paths in documents that do not exist.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const DOCUMENT = 'docs/compatibility.md';
const SOURCES = ['server', 'web', 'contract', 'acceptance', 'e2e', 'scripts'];
const CITATION = /compatibility\.md (?:section )?(\d+(?:\.\d+)?)/g;
const REQUIREMENTS = 'e2e/README.md';
const TABLE_ROW = /^\|.*\|$/gm;
const TEST_FILE = /`([^`]+\.(?:test|spec)\.[^`]+)`/g;
const STRUCTURE_DOCUMENTS = ['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/decisions/*.md'];
const QUOTED = /`([^`\s]+)`/g;
/** Matches paths of source files and documents, and paths of folders with a slash at the end. */
const NAMED_PATH =
  /^(?:\.?[\w-]+\/)*(?:[\w-]+\/|[\w.-]+\.(?:tsx?|m[jt]s|cjs|md|json|css|ya?ml|c))$/;
/** File names that the documents use as examples. */
const EXAMPLES = new Set(['index.ts', 'name.integration.test.ts', 'tree/move.ts']);
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

/**
 * Returns a line for each file or folder that ARCHITECTURE.md, CONTRIBUTING.md or a decision names and the repository lacks. A path
 * may be relative to the document or begin at any folder, as `access/decide.ts` for `server/access/decide.ts`.
 */
export function checkFileNames(root) {
  const tracked = (...patterns) =>
    execFileSync('git', ['ls-files', '-z', '--', ...patterns], { cwd: root })
      .toString()
      .split('\0')
      .filter((file) => file !== '' && existsSync(join(root, file)));
  const files = tracked();
  return tracked(...STRUCTURE_DOCUMENTS).flatMap((document) =>
    missingFiles(files, readFileSync(join(root, document), 'utf8')).map(
      ({ line, file }) =>
        `${document}:${line}: ${file} does not exist. Name the file that has its contents now.`,
    ),
  );
}

/** Returns the paths in backticks that are neither one of `files` nor one of their folders, with their lines. Code blocks are skipped. */
export function missingFiles(files, text) {
  const known = new Set(files.flatMap((file) => [...partsOf(file)]));
  const prose = text.replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''));
  return prose.split('\n').flatMap((content, index) =>
    [...content.matchAll(QUOTED)]
      .map(([, quoted]) => quoted.replace(/^(?:\.{1,2}\/)+/, ''))
      .filter((file) => NAMED_PATH.test(file) && !EXAMPLES.has(file) && !known.has(file))
      .map((file) => ({ line: index + 1, file })),
  );
}

/** Yields all parts of a path that begin at a folder and end with a folder or with the file, such as `tree/` and `app.ts`. */
function* partsOf(path) {
  const parts = path.split('/');
  for (let start = 0; start < parts.length; start += 1) {
    yield parts.slice(start).join('/');
    for (let end = start + 1; end < parts.length; end += 1)
      yield `${parts.slice(start, end).join('/')}/`;
  }
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
