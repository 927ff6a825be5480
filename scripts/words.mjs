// The word check: terms and sentence openings that were replaced by plain English stay away from comments, names in code, English
// messages of the page, and documents. CONTRIBUTING.md has the glossary.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from 'vite';

/** Patterns with the term to use, by the kind of text in which they are searched. */
const WORDS = {
  comment: [
    [/^(?:Of|So|Who|Whose|Whoever|What|Where|Whether|Whatever)\s/, 'begin with a verb or a noun'],
    [/\b(?:whoever|whomever|somebody|anybody|nobody)\b/i, 'name the role: user, caller, client'],
    [/\bsign(?:s|ed|ing)?[ -](?:in|out|off)\b/i, 'log in, log out'],
    [/\b(?:struck|strikes?) (?:off|it|the|an?)\b/i, 'clear the journal record'],
    [/\btake-?overs?\b|\bmoving in\b|\bway back\b/i, 'migration; export for File Browser 2'],
    [/\b(?:judged?|judges|judging)\b/i, 'authorize, check access'],
    [/\bhouse-?keeping\b|\bchores?\b/i, 'cleanup job, scheduled job'],
    [/\b(?:mends?|mended)\b/i, 'repairs, recovers'],
    [/\bcalled off\b/i, 'cancelled'],
  ],
  name: [
    [/judge|Judge/, 'authorize, requireAccess, decide'],
    [/[Tt]akeover|[Ww]ayBack|takenOver|TakenOver/, 'migration, legacyExport'],
    [/[Cc]hores?(?![a-z])|[Hh]ouseKeeping/, 'cleanupJobs, scheduler'],
    [/[Ww]ished|[Ss]trangers?(?![a-z])/, 'newUser…, visitor'],
    [/^(?:strike|lookAt|tell)[A-Z]/, 'clear…, resolve…, report…'],
    [/[Ss]ign(?:In|Out|edIn|edOut)(?![a-z])/, 'logIn, logOut, loggedIn'],
    [/^(?:MOST|LEAST)(?:_|$)/, 'MAX_…, MIN_…'],
    [/^told$/, 'name the value: message, report, state'],
  ],
  message: [
    [/\bsign(?:s|ed|ing)?[ -](?:in|out|off)\b/i, 'log in, log out'],
    [/\b(?:whoever|whomever|somebody)\b/i, 'you, anyone, a user'],
    [/^There (?:is|are)\b/, 'a sentence with a verb: "No files found."'],
  ],
  document: [
    [/\bsign(?:s|ed|ing)?[ -](?:in|out|off)\b/i, 'log in, log out'],
    [/\b(?:whoever|whomever|somebody)\b/i, 'name the role: user, administrator, visitor'],
    [/\btake-?overs?\b|\bway back\b/i, 'migration; export for File Browser 2'],
    [/\bhouse-?keeping\b|\bchores?\b/i, 'cleanup job, scheduled job'],
  ],
};

const CODE = ['contract', 'server', 'web', 'scripts', 'acceptance', 'e2e', 'bench'];
const MESSAGES = 'web/i18n/languages/en.json';
const SOURCE_FILE = /\.(?:tsx?|mjs)$/;
/** Files that must write the words: this one, and its test. */
const EXEMPT = new Set(['scripts/words.mjs', 'scripts/words.test.mjs']);

/** Returns a line for each replaced term in a repository, with its file and line and the better term. */
export function checkWords(root) {
  const files = execFileSync('git', ['ls-files', '-z', '--', ...CODE, '*.md'], { cwd: root })
    .toString()
    .split('\0')
    .filter((file) => !EXEMPT.has(file) && !file.startsWith('acceptance/recordings/'));
  const read = (file) => readFileSync(join(root, file), 'utf8');
  return [
    ...files
      .filter((file) => SOURCE_FILE.test(file))
      .flatMap((file) => wordsInSource(file, read(file))),
    ...files.filter((file) => file.endsWith('.md')).flatMap((file) => wordsIn(file, read(file))),
    ...wordsInMessages(MESSAGES, read(MESSAGES)),
  ];
}

/** Returns the complaints about comments and declared names of a source file. */
export function wordsInSource(file, text) {
  const { comments, program } = parseSync(file, text, { sourceType: 'module' });
  const lineAt = (offset) => text.slice(0, offset).split('\n').length;
  const complaints = [];
  for (const { value, start } of comments) {
    const plain = value.replaceAll(/^\s*\*+ ?/gm, '').trim();
    for (const found of matches('comment', plain)) {
      complaints.push(`${file}:${lineAt(start)}: comment: ${found}`);
    }
  }
  for (const { name, start } of declaredNames(program)) {
    for (const found of matches('name', name)) {
      complaints.push(`${file}:${lineAt(start)}: name: ${found}`);
    }
  }
  return complaints;
}

/** Returns the complaints about a document in Markdown, code blocks and inline code left out. */
export function wordsIn(file, text) {
  const plain = text
    .replaceAll(/^```[\s\S]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`\n]*`/g, '');
  return plain
    .split('\n')
    .flatMap((line, index) =>
      matches('document', line).map((found) => `${file}:${index + 1}: ${found}`),
    );
}

/** Returns the complaints about the values of a JSON file of messages, one message a line. */
export function wordsInMessages(file, text) {
  return text.split('\n').flatMap((line, index) => {
    const message = /:\s*"(.*)",?\s*$/.exec(line)?.[1];
    if (message === undefined) return [];
    return matches('message', message).map((found) => `${file}:${index + 1}: ${found}`);
  });
}

function matches(kind, text) {
  return WORDS[kind].flatMap(([pattern, better]) => {
    const match = pattern.exec(text);
    return match === null ? [] : [`"${match[0].trim()}". Use: ${better}`];
  });
}

/** Yields the functions, classes, types and variables that a module declares at any depth. */
function* declaredNames(node) {
  if (Array.isArray(node)) {
    for (const child of node) yield* declaredNames(child);
    return;
  }
  if (node === null || typeof node !== 'object') return;
  if (typeof node.type === 'string' && /Declarat(?:ion|or)$/.test(node.type)) {
    if (node.id?.type === 'Identifier') yield node.id;
  }
  for (const child of Object.values(node)) yield* declaredNames(child);
}
