import type { Json } from '../replay/recording-format.ts';
import {
  asRecorded,
  jsonOf,
  ofTypes,
  refused,
  withHeaders,
  wrongMethod,
  type Expectation,
  type Expectations,
} from './expectation.ts';

const DOTS = 'dot segments are 400, in names to choose from as well';
const NAMED = 'defect 23: a folder goes by its own name';

/** Expects the recorded response with other values of these keys. */
function changed(rule: string, changes: { readonly [key: string]: Json }): Expectation {
  return {
    rule,
    response: (recorded) => ({
      ...recorded,
      body: { json: { ...jsonOf(recorded), ...changes } },
    }),
  };
}

/** Symlinks in `/links/` that lead out of that folder, though not out of the owner's home folder. */
const LEADING_OUT = 'dangling-out elsewhere elsewhere-dir out-dir out-file parent';

/** Expects the recorded listing with these symlinks, files sorted by name. */
function withLinksOut(rule: string): Expectation {
  const added = LEADING_OUT.split(' ').map((name): Json & { readonly name: string } => ({
    name,
    path: `/${name}`,
    isDir: false,
    isSymlink: true,
    type: 'invalid_link',
  }));
  return {
    rule,
    response: (recorded) => {
      const { items, ...folder } = jsonOf(recorded);
      // The recorded items are objects with names.
      const files = (items as readonly (typeof added)[number][]).slice(2);
      const folders = (items as readonly Json[]).slice(0, 2);
      const sorted = [...files, ...added].toSorted((one, other) =>
        one.name < other.name ? -1 : 1,
      );
      const json = { ...folder, items: [...folders, ...sorted], numFiles: sorted.length };
      return { ...recorded, body: { json } };
    },
  };
}

export const PUBLIC: Expectations = {
  'file share': {
    'POST /api/public/share/{H1} as anon': wrongMethod(
      'wrong methods of known paths are 405 with Allow, and say so in words',
      /\bGET\b/,
    ),
    'GET /api/public/share/{H2} as anon': asRecorded('resolution may be filled for a picture'),
    // Not marked as overruled: the description for share previews came with the new page.
    'GET /share/{H1} as anon': {
      rule: 'the page of a link without a password tells what it leads to',
      response: (recorded) => ({
        ...recorded,
        body: { index: { ...recorded.body?.index, title: 'a.txt – File Browser' } },
      }),
    },
  },
  'folder share': {
    'GET /api/public/share/{H1}/a as anon': changed(NAMED, { name: 'a' }),
    'GET /api/public/share/{H1}/a/ as anon': changed(NAMED, { name: 'a' }),
    'GET /api/public/share/{H1}/..%2f..%2fbob as anon': refused(DOTS, 400),
    'GET /api/public/share/{H1}/a%2f..%2fmusic as anon': refused(DOTS, 400),
    'chosen outside': refused(DOTS, 400),
    'GET /api/public/share/{H2} as anon': ofTypes(
      'defect 23: types are told as users are told them',
      {
        'binary-noext': 'blob',
        'binary.bin': 'blob',
        'book.epub': 'blob',
        'latin1-noext': 'blob',
        'pack.rpm': 'text',
        'png-without-extension': 'image',
        'tone.opus': 'audio',
        'two.zip': 'blob',
        'weird.xdr': 'text',
      },
    ),
    'the whole scope': changed(NAMED, { name: '' }),
    'archive of the whole scope': withHeaders('defect 23: a home goes by no name of its own', {
      'content-disposition': "attachment; filename*=utf-8''files.zip",
    }),
  },
  password: {
    // Not marked as overruled: File Browser 2 kept one token for the lifetime of the share (defect 38).
    'wrong token, right password': changed('a token is good for hours, each visit makes its own', {
      token: '{TOKEN}',
    }),
  },
  'rules, hidden files and links inside': {
    'POST /api/share/deep/ as ruled': refused(
      'defect 36: rules are asked when a link is made, too',
      403,
    ),
    'GET /api/public/share/{H2}/ as anon': refused('there is no such link: it was not made', 404),
    'GET /api/public/share/{H4}/ as anon': withLinksOut(
      'links that lead out of the shared folder are listed as what they are',
    ),
    'GET /api/public/dl/{H4}/?algo=tar as anon': asRecorded(
      'links that lead out of the shared folder are in no archive of it',
    ),
  },
};
