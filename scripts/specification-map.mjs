// The map in e2e/README.md leads from each statement of the specification to the tests that assert it. It is
// only worth reading while it is true: every test that it names has to be there, under that very title.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';
import { walk } from './lib/walk-nodes.mjs';

const MAP = 'e2e/README.md';

/** Everything below it is the map: statements as items, their tests as items within. */
const HEADING = '## The map';

const STATEMENT = /^- (?<words>.+)$/;
const WITHIN = /^ {2}- /;
const TEST = /^ {2}- `(?<file>[^`]+)` › (?<title>.+)$/;

const TEST_FUNCTIONS = new Set(['test', 'it']);

/** The lines to complain about; none when the map is true. */
export function checkSpecificationMap(root) {
  const titlesIn = memoised((file) => titlesOf(file, readFileSync(join(root, file), 'utf8')));
  return readMap(readFileSync(join(root, MAP), 'utf8')).flatMap(({ words, line, tests }) => {
    if (tests.length === 0) return [`${MAP}:${line}: no test is named for “${words}”`];
    return tests.flatMap(({ file, title, line: at }) => {
      if (file === '') return [`${MAP}:${at}: not a file and a title: ${title.trim()}`];
      if (!existsSync(join(root, file))) return [`${MAP}:${at}: there is no ${file}`];
      if (titlesIn(file).has(title)) return [];
      return [`${MAP}:${at}: ${file} has no test called “${title}”`];
    });
  });
}

function readMap(text) {
  const lines = text.split('\n');
  const begin = lines.indexOf(HEADING);
  if (begin === -1) throw new Error(`${MAP} has no heading “${HEADING}”`);
  return lines.flatMap((content, index) => {
    const words = STATEMENT.exec(content)?.groups?.words;
    if (index < begin || words === undefined) return [];
    return [{ words, line: index + 1, tests: testsBelow(lines, index) }];
  });
}

function testsBelow(lines, index) {
  const end = lines.findIndex((content, at) => at > index && !WITHIN.test(content));
  return lines.slice(index + 1, end === -1 ? undefined : end).map((content, at) => {
    const { file = '', title = content } = TEST.exec(content)?.groups ?? {};
    return { file, title, line: index + at + 2 };
  });
}

/** As they are written in the source, with the places of what a table or a loop puts into them. */
function titlesOf(file, source) {
  const titles = new Set();
  walk(parseSync(file, source, { sourceType: 'module' }).program, (node) => {
    if (node.type !== 'CallExpression' || !isTest(node.callee)) return;
    const [title] = node.arguments;
    if (title?.type === 'Literal') titles.add(title.value);
    else if (title?.type === 'TemplateLiteral') {
      titles.add(source.slice(title.start + 1, title.end - 1));
    }
  });
  return titles;
}

/** `test(…)`, `it(…)` and `test.each(…)(…)`: one that is skipped or still to be written asserts nothing. */
function isTest(callee) {
  if (callee.type === 'Identifier') return TEST_FUNCTIONS.has(callee.name);
  const table = callee.type === 'CallExpression' ? callee.callee : undefined;
  return (
    table?.type === 'MemberExpression' && table.property.name === 'each' && isTest(table.object)
  );
}

function memoised(read) {
  const known = new Map();
  return (key) => {
    if (!known.has(key)) known.set(key, read(key));
    return known.get(key);
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const complaints = checkSpecificationMap(join(dirname(fileURLToPath(import.meta.url)), '..'));
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}
