import {
  answered,
  asRecorded,
  inAnyOrder,
  jsonOf,
  ofTypes,
  refused,
  untouchedRoot,
  type Expectation,
  type Expectations,
} from './expectation.ts';
import { expectHits } from './search.ts';

const HOST_TABLE = 'media types come from a fixed table, not from the host';
const BYTES = 'text that is not UTF-8 is not sent as damaged UTF-8';
const ODDITIES = 'defect 40: only an unusual table calls these extensions video or audio';
const DISK_SIZES = 'folders are sorted by their own size, which depends on the disk';
const EQUAL_KEYS = 'the order of entries with equal keys is not defined';
const NO_DOWNLOAD = 'a missing download permission is 403';
const BOUNDARY = 'prefixes match only at a slash';

const LINKS =
  'chain dangling dangling-out elsewhere elsewhere-dir in-dir in-file in-file.txt loop out-dir out-file parent real.txt realdir in.txt';

function namesInOrder(names: string): RegExp {
  const entries = names.split(' ').map((name) => `[^}]*"name":"${name}"[^}]*`);
  return new RegExp(`^\\[\\{${entries.join(String.raw`\},\{`)}\\}\\]$`);
}

/** Expects the recorded response with the dimensions of the image. */
function picture(width: number, height: number): Expectation {
  return {
    rule: 'resolution is filled when a single image is requested',
    response: (recorded) => ({
      ...recorded,
      body: { json: { ...jsonOf(recorded), resolution: { width, height } } },
    }),
  };
}

function without(rule: string, ...keys: readonly string[]): Expectation {
  return {
    rule,
    response: (recorded) => {
      const kept = Object.entries(jsonOf(recorded)).filter(([key]) => !keys.includes(key));
      return { ...recorded, body: { json: Object.fromEntries(kept) } };
    },
  };
}

function notAsText(): Expectation {
  const { response } = without(BYTES, 'content');
  return {
    rule: BYTES,
    response: (recorded) => ({
      ...response(recorded),
      body: { json: { ...jsonOf(response(recorded)), type: 'blob' }, without: ['content'] },
    }),
  };
}

export const RESOURCES_GET: Expectations = {
  'the fixture of section 11': {
    'GET /api/resources/pic.png as bob': picture(2000, 1000),
    'GET /api/resources/pic.png?checksum=sha1 as bob': picture(2000, 1000),
    'X-Encoding on a picture': picture(2000, 1000),
    'GET /api/resources/a.txt?checksum=md5 as nodownload': refused(NO_DOWNLOAD, 403),
    'GET /api/resources/a.txt?checksum=crc as nodownload': refused(NO_DOWNLOAD, 403),
    'X-Encoding without download': refused(NO_DOWNLOAD, 403),
    'GET /api/resources/a.txt/below as bob': refused('a path below a file is 404', 404),
  },
  'single file of each type': {
    'GET /api/resources/types-host/clip.webm as carol': without(HOST_TABLE, 'type'),
    'GET /api/resources/types-host/heic.heic as carol': without(HOST_TABLE, 'type', 'content'),
    'GET /api/resources/types/small.png as carol': picture(40, 20),
    'GET /api/resources/types/img.bmp as carol': picture(64, 48),
    'GET /api/resources/types/img.tiff as carol': picture(64, 48),
    'GET /api/resources/types/img.webp as carol': picture(64, 48),
    'GET /api/resources/types/anim.gif as carol': picture(60, 40),
    'GET /api/resources/types/photo.JPG as carol': picture(320, 200),
    'GET /api/resources/types/png-without-extension as carol': picture(40, 20),
    'GET /api/resources/types/tone.opus as carol': without(ODDITIES, 'type'),
    'GET /api/resources/types/weird.xdr as carol': without(ODDITIES, 'type'),
    'GET /api/resources/types/latin1.txt as carol': notAsText(),
    'GET /api/resources/types/utf16le.txt as carol': notAsText(),
    // Not marked as overruled: defect 24, a picture with the name of a text file.
    'GET /api/resources/types/picture-named.txt as carol': notAsText(),
  },
  'listing of types without reading headers': {
    'GET /api/resources/types/ as carol': ofTypes(ODDITIES, {
      'tone.opus': 'audio',
      'pack.rpm': 'text',
      'weird.xdr': 'text',
    }),
  },
  'ugly names': {
    NUL: refused('NUL is 400', 400),
    'invalid UTF-8': refused('a percent-encoding that is not UTF-8 is 400', 400),
  },
  'odd files': {
    'GET /api/raw/mixed/pipe.txt as carol': asRecorded('a named pipe is sent as an empty file', {
      headers: {
        'content-disposition': "attachment; filename*=utf-8''pipe.txt",
        'content-type': 'application/octet-stream',
      },
    }),
  },
  order: {
    'mixed by size asc False': inAnyOrder(DISK_SIZES),
    'names by size asc False': inAnyOrder(DISK_SIZES),
    'mixed by size asc True': inAnyOrder(DISK_SIZES),
    'names by size asc True': inAnyOrder(DISK_SIZES),
    'names by modified asc False': inAnyOrder(EQUAL_KEYS),
    'names by modified asc True': inAnyOrder(EQUAL_KEYS),
  },
  links: {
    'GET /api/resources/links/loop as carol': refused(
      'a broken symlink is a suitable 4xx',
      [403, 404],
    ),
    'GET /api/resources/recursive/links/ as carol': answered(
      'symlinks that leave the folder or form a cycle are listed, as in the listing',
      { pattern: namesInOrder(LINKS) },
    ),
  },
  'hidden files': {
    'GET /api/resources/ as dots': untouchedRoot(),
    'GET /api/resources/dots/.dotdir/inner.txt as dots': refused(
      'everything below a hidden folder is hidden',
      403,
    ),
    'GET /api/search/dots/?query= as dots': expectHits(
      'defect 13: the content of hidden folders is hidden',
      'seen.txt',
      'sub/',
      'sub/ok.txt',
    ),
  },
  recursive: {
    'GET /api/resources/recursive-trap/ as carol': answered(BOUNDARY, {
      json: {
        path: '/recursive-trap/',
        name: 'recursive-trap',
        numFiles: 1,
        items: [{ name: 'in.txt' }],
      },
    }),
    'GET /api/resources/recursive-trap/in.txt as carol': answered(BOUNDARY, {
      json: { path: '/recursive-trap/in.txt', content: 'in\n' },
    }),
    'GET /api/resources/recursivedeep/ as carol': refused(BOUNDARY, 404),
  },
};
