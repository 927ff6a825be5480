import { answered, asRecorded, refused, wrongMethod, type Expectations } from './expectation.ts';
import { expectHits } from './search.ts';

const BELOW_FILE = 'a path at or below an existing file is a 4xx, not a 500';
const KINDS = 'a file never replaces a folder, and a folder never replaces a file';
const NO_DOWNLOAD = 'a missing download permission is 403';
const WITH_URL = 'a search result includes its URL';
const ATTACHED = 'a thumbnail without inline is sent as application/octet-stream, as recorded';
const INTACT = { fs: { 'srv/bob/a.txt': { kind: 'file', size: 3, text: 'yes' } } } as const;

export const RESOURCES_WRITE: Expectations = {
  make: {
    'folder over a file': refused(BELOW_FILE, [400, 404, 409], INTACT),
    'folder below a file': refused(BELOW_FILE, [400, 404, 409], INTACT),
    'file below a file': refused(BELOW_FILE, [400, 404, 409], INTACT),
    'name too long': refused('a path that is too long is 400', 400),
    'dots in the path': refused('dot segments are 400', 400, {
      fs: { 'srv/escape.txt': null, 'escape.txt': null },
    }),
    NUL: refused('NUL is 400', 400),
  },
  put: {
    'PUT /api/resources/docs as bob': wrongMethod(
      'PUT of a folder is 405, with or without a slash at the end',
      /^(?!.*PUT).*GET/,
      { fs: { 'srv/bob/docs': { kind: 'dir', entries: ['b.txt', 'c.txt'] } } },
    ),
    'If-Match is not read': refused('defect 21: a stale If-Match is 412', 412),
  },
  'permissions of nocreate': {
    'GET /api/preview/thumb/pic.png as nocreate': asRecorded(ATTACHED),
    'GET /api/search/?query=b as nocreate': expectHits(WITH_URL, 'docs/b.txt'),
  },
  'permissions of nomodify': {
    'GET /api/search/?query=b as nomodify': expectHits(WITH_URL, 'docs/b.txt', 't.bin'),
  },
  'permissions of nodelete': {
    'GET /api/preview/thumb/pic.png as nodelete': asRecorded(ATTACHED),
  },
  'permissions of nodownload': {
    'GET /api/search/?query=b as nodownload': expectHits(WITH_URL, 'docs/b.txt', 't.bin'),
    'GET /api/preview/thumb/pic.png as nodownload': refused(NO_DOWNLOAD, 403),
    'GET /api/raw/docs?algo=zip as nodownload': refused(NO_DOWNLOAD, 403),
    'GET /api/subtitle/movie.en.srt as nodownload': refused(NO_DOWNLOAD, 403),
  },
  'permissions of nothing': {
    'GET /api/search/?query=b as nothing': expectHits(WITH_URL, 'docs/b.txt'),
    'GET /api/preview/thumb/pic.png as nothing': refused(NO_DOWNLOAD, 403),
    'GET /api/raw/docs?algo=zip as nothing': refused(NO_DOWNLOAD, 403),
    'GET /api/subtitle/movie.en.srt as nothing': refused(NO_DOWNLOAD, 403),
  },
  copy: {
    'onto itself, override': refused('copying an item onto itself is a conflict', 409, {
      fs: { 'srv/work/two.txt': { kind: 'file', size: 4, text: 'two\n' } },
    }),
    'file onto folder': refused(KINDS, 409, {
      fs: {
        'srv/work/dir': {
          kind: 'dir',
          entries: ['in.txt', 'one(1).txt', 'one(2).txt', 'one.txt'],
        },
      },
    }),
    'folder onto file': refused(KINDS, 409, {
      fs: { 'srv/work/two.txt': { kind: 'file', size: 4, text: 'two\n' } },
    }),
    'mode is kept': answered('copies keep mode and modification time', {
      // The precision of a time that the runtime can set.
      pattern: /"name":"script2\.sh".*"modified":"2015-07-11T18:18:42\.288\d*Z","mode":493,/,
    }),
  },
  rename: {
    'percent, encoded once': refused('a destination that cannot be decoded is 400', 400),
    // Not marked as overruled: dot segments are refused in every path-like parameter.
    dots: refused('dot segments are 400', 400, { fs: { 'srv/escaped': null, escaped: null } }),
    relative: refused('nothing was created at that path', 404, { fs: { 'srv/plain': null } }),
  },
  'override of a folder': {
    'POST /api/resources/docs?override=true as bob': refused(
      'defect 5: a file never replaces a folder, whose content stays',
      [400, 409],
      { fs: { 'srv/bob/docs': { kind: 'dir', entries: ['b.txt', 'c.txt'] } } },
    ),
  },
};
