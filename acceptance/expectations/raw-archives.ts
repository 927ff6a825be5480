import type { RecordedResponse, Json } from '../replay/recording-format.ts';
import { refused, withHeaders, type Expectation, type Expectations } from './expectation.ts';

const HOST_TABLE = 'media types come from a fixed table, not from the host';
const ODDITIES = 'defect 40: only an unusual table calls these extensions video or audio';
const NO_CONTROLS = 'names of downloads have no control characters';
const SCRIPTS = 'HTML and scripts requested with inline are sent as text/plain';

function ofType(rule: string, type: RegExp): Expectation {
  const response = (recorded: RecordedResponse): RecordedResponse => ({
    ...recorded,
    headers: { ...recorded.headers, 'content-type': type },
  });
  return { rule, response };
}

function archived(
  rule: string,
  { name, type, archive }: { readonly name: string; readonly type: string; readonly archive: Json },
): Expectation {
  const headers = {
    'content-disposition': `attachment; filename*=utf-8''${name}`,
    'content-type': type,
  };
  return { rule, response: () => ({ status: 200, headers, body: { archive } }) };
}

function named(name: string): Expectation {
  const rule = 'defect 23: the name of the home folder is not revealed';
  return withHeaders(rule, { 'content-disposition': `attachment; filename*=utf-8''${name}` });
}

function disposition(kind: 'attachment' | 'inline', name: string) {
  return { 'content-disposition': `${kind}; filename*=utf-8''${name}` };
}

const SAFE_NAMES: Readonly<Record<string, string>> = {
  '...': '___',
  'CON.txt': '_CON.txt',
  con: '_con',
  'new\nline.txt': 'new_line.txt',
  'tab\there.txt': 'tab_here.txt',
  'trailing space ': 'trailing space_',
  '\u0001ctrl.txt': '_ctrl.txt',
  '\u202Eabc.txt': '_abc.txt',
};

/** Expects the same members under safe names, in the order of the safe names. */
function withSafeNames(): Expectation {
  return {
    rule: 'names in archives are safe on Windows and in terminals',
    response: (recorded) => {
      // The recordings of these exchanges have this shape.
      const archive = recorded.body?.archive as { readonly entries: readonly Entry[] };
      const entries = archive.entries
        .map((entry) => ({ ...entry, name: SAFE_NAMES[entry.name] ?? entry.name }))
        .toSorted((one, other) => Buffer.compare(Buffer.from(one.name), Buffer.from(other.name)));
      return { ...recorded, body: { archive: { ...archive, entries } } };
    },
  };
}

type Entry = Readonly<Record<string, Json>> & { readonly name: string };

export const RAW_ARCHIVES: Expectations = {
  'one file': {
    'GET /api/raw/a.txt as nodownload': refused('a missing download permission is 403', 403),
    'GET /api/raw/none as nodownload': refused('a missing download permission is 403', 403),
    'Range bytes=-0': {
      rule: 'a suffix range of zero bytes is 416',
      response: () => ({
        status: 416,
        headers: { 'content-range': 'bytes */5' },
        body: { pattern: /./ },
      }),
    },
    'GET /api/raw/links/dangling as carol': refused(
      'a broken symlink is a suitable 4xx',
      [403, 404],
    ),
  },
  'disposition of ugly names': {
    "name 'new\\nline.txt'": withHeaders(NO_CONTROLS, disposition('attachment', 'new_line.txt')),
    "name '\\x01ctrl.txt'": withHeaders(NO_CONTROLS, disposition('attachment', '_ctrl.txt')),
    "inline 'new\\nline.txt'": withHeaders(NO_CONTROLS, disposition('inline', 'new_line.txt')),
  },
  'every algorithm': {
    'GET /api/raw/docs?algo=rar as bob': refused('an unknown format is 400', 400),
  },
  'what is inside': {
    'GET /api/raw/names?algo=zip as carol': withSafeNames(),
    'GET /api/raw/names?algo=tar as carol': withSafeNames(),
  },
  'chosen members': {
    'GET /api/raw/?files=%252Fdocs%2C%252Fa.txt&algo=zip as bob': named('_files.zip'),
    'the whole scope': named('files.zip'),
    'files empty': named('files.zip'),
    undecodable: refused('an invalid percent-encoding is 400', 400),
    dots: refused('`.` and `..` segments in a path-like parameter are 400', 400),
    'one file': archived('defect 22: an archive of a single file contains it', {
      name: 'b.txt.zip',
      type: 'application/zip',
      archive: {
        format: 'zip',
        entries: [
          {
            name: 'b.txt',
            type: 'file',
            size: 4,
            mode: '644',
            stored: true,
            mtime: '2019-05-05T04:28:52Z',
            sha256: 'c150e5a8a604acebd8d15bd7bf8ea96b2874bdcc91dee6319977d353251283b0',
          },
        ],
      },
    }),
    'twice the same': archived('a name that is given twice is archived once', {
      name: 'a.txt.tar',
      type: 'application/octet-stream',
      archive: {
        format: 'tar',
        compression: 'none',
        entries: [
          {
            name: 'a.txt',
            type: 'file',
            size: 5,
            mode: '644',
            mtime: '2021-03-04T05:06:07Z',
            sha256: '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
          },
        ],
      },
    }),
  },
  'inline type of each file': {
    'GET /api/raw/types/utf16le.txt?inline=true as carol': ofType(
      'a byte order mark decides the charset',
      /^text\/plain; charset=utf-16le$/,
    ),
    'GET /api/raw/types-host/clip.webm?inline=true as carol': ofType(
      HOST_TABLE,
      /^(?:video|audio)\/webm$/,
    ),
    'GET /api/raw/types/readme.md?inline=true as carol': ofType(
      HOST_TABLE,
      /^text\/(?:plain|markdown)\b/,
    ),
    'GET /api/raw/types/page.html?inline=true as carol': ofType(SCRIPTS, /^text\/plain\b/),
    'GET /api/raw/types/code.go?inline=true as carol': ofType(HOST_TABLE, /^text\//),
    'GET /api/raw/types/code.js?inline=true as carol': ofType(SCRIPTS, /^text\/plain\b/),
    'GET /api/raw/types/code.ts?inline=true as carol': ofType(HOST_TABLE, /^text\/plain\b/),
    // Not marked as overruled, although the decision differs.
    'GET /api/raw/types/script.sh?inline=true as carol': ofType(SCRIPTS, /^text\/(?:plain|x-)/),
    'GET /api/raw/types/.env?inline=true as carol': ofType(
      ODDITIES,
      /^(?:text\/plain|application\/)/,
    ),
    'GET /api/raw/types/weird.xdr?inline=true as carol': ofType(
      ODDITIES,
      /^(?:text\/plain|video\/)/,
    ),
    'GET /api/raw/types/pack.rpm?inline=true as carol': ofType(
      ODDITIES,
      /^(?:text\/plain|audio\/|application\/)/,
    ),
    'GET /api/raw/types-host/heic.heic?inline=true as carol': ofType(
      HOST_TABLE,
      /^(?:image\/heic|text\/plain)\b/,
    ),
  },
};
