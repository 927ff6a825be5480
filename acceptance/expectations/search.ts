import { refused, type Expectation, type Expectations } from './expectation.ts';

const ALL_WORDS = 'defect 13: a name must contain all words, and two spaces count as one';
const ALIKE = 'composed and decomposed letters are equal';
const BELOW_HIDDEN = 'defect 13: the content of hidden folders is hidden';
const SYMLINKS = 'defect 13: symlinks are found, whatever their target';

/** Expects search results with these paths, in any order. Paths of folders end with a slash. */
export function expectHits(rule: string, ...paths: readonly string[]): Expectation {
  const ndjson = paths.map((path) => ({ dir: path.endsWith('/'), path: path.replace(/\/$/, '') }));
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  return { rule, response: () => ({ status: 200, headers, body: { ndjson } }), unordered: true };
}

export const SEARCH: Expectations = {
  words: {
    'a t in /deep/ as carol': expectHits(
      ALL_WORDS,
      'a t.txt',
      'a.txt',
      'notes a.txt',
      'report-final.PDF',
      'z.tar.gz',
    ),
    'notes a in /deep/ as carol': expectHits(ALL_WORDS, 'notes a.txt'),
    'notes  a in /deep/ as carol': expectHits(ALL_WORDS, 'notes a.txt'),
    'café in /names/ as carol': expectHits(ALIKE, 'café-nfc.txt', 'cafe\u0301-nfd.txt'),
  },
  'rules, hidden files, links': {
    'nothing in /src/secret/ as ruled': refused(
      'defect 36: access control applies to the searched folder too',
      403,
    ),
    'nothing in /dots/ as dots': expectHits(BELOW_HIDDEN, 'seen.txt', 'sub/', 'sub/ok.txt'),
    'out in /links/ as carol': expectHits(SYMLINKS, 'dangling-out', 'out-dir', 'out-file'),
    'dangling in /links/ as carol': expectHits(SYMLINKS, 'dangling', 'dangling-out'),
  },
};
