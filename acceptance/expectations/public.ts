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

const DOTS = 'dot segments are 400, also in the names of `files`';
const NAMED = 'defect 23: a subfolder has its own name, not that of the share';

/** Expects the recorded response with these values instead. */
function changed(rule: string, changes: { readonly [key: string]: Json }): Expectation {
  return {
    rule,
    response: (recorded) => ({
      ...recorded,
      body: { json: { ...jsonOf(recorded), ...changes } },
    }),
  };
}

/** Symlinks in `/links/` that leave that folder. Some stay in the owner's home folder. */
const LEAVING = 'dangling-out elsewhere elsewhere-dir out-dir out-file parent';

/** Expects the recorded listing with these symlinks, files sorted by name. */
function withLeavingSymlinks(rule: string): Expectation {
  const added = LEAVING.split(' ').map((name): Json & { readonly name: string } => ({
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
      'wrong methods of known paths are 405 with Allow and a plain text body',
      /\bGET\b/,
    ),
    'GET /api/public/share/{H2} as anon': asRecorded('resolution may be filled for an image'),
    // Not marked as overruled: the description for share previews came with the new page.
    'GET /share/{H1} as anon': {
      rule: 'the title of a share page without a password names the shared item',
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
      'defect 23: visitors get the same types as users',
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
    'archive of the whole scope': withHeaders(
      'defect 23: the name of the home folder is not revealed',
      {
        'content-disposition': "attachment; filename*=utf-8''files.zip",
      },
    ),
  },
  password: {
    // Not marked as overruled: File Browser 2 kept one token for the lifetime of the share (defect 38).
    'wrong token, right password': changed(
      'a token is valid for twelve hours, and each visit gets a new one',
      {
        token: '{TOKEN}',
      },
    ),
  },
  'rules, hidden files and links inside': {
    'POST /api/share/deep/ as ruled': refused(
      'defect 36: rules apply when a share is created',
      403,
    ),
    'GET /api/public/share/{H2}/ as anon': refused(
      'the share does not exist, because its creation was refused',
      404,
    ),
    'GET /api/public/share/{H4}/ as anon': withLeavingSymlinks(
      'symlinks that leave the shared folder are listed as invalid_link',
    ),
    'GET /api/public/dl/{H4}/?algo=tar as anon': asRecorded(
      'symlinks that leave the shared folder are not in its archives',
    ),
  },
};
