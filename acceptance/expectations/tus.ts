import { answered, asRecorded, refused, type Expectations } from './expectation.ts';

const VALID_FIRST = 'defect 7: the length is checked before anything is created';
const NO_PATH = 'error messages contain no real path';
const OLD_STAYS = 'replacing keeps the old file until the new one is complete';
const OLD = { fs: { 'srv/bob/a.txt': { kind: 'file', size: 5, text: 'hello' } } } as const;
const UNTOUCHED = { fs: { 'srv/bob/docs': { kind: 'dir', entries: ['b.txt', 'c.txt'] } } } as const;

const nothingAt = (name: string) => ({ fs: { [`srv/bob/${name}`]: null } });

export const TUS: Expectations = {
  'whole life': {
    'gone after the end': answered(
      'for an hour after completion, HEAD answers with the full offset',
      {},
      { 'upload-offset': '10', 'upload-length': '10', 'cache-control': 'no-store' },
    ),
    // Not marked as overruled: a client that repeats a PATCH whose bytes are stored may also continue.
    'after the end': {
      rule: 'a finished upload accepts no more bytes; an empty repetition may be acknowledged',
      response: () => ({ status: [404, 204], body: { pattern: /^(?:404 Not Found\n)?$/ } }),
    },
  },
  creation: {
    'a folder is in the way': refused(NO_PATH, 400, UNTOUCHED),
    'with a slash': refused(NO_PATH, 400, UNTOUCHED),
    'length -1': refused(VALID_FIRST, 400, nothingAt('neg.bin')),
    'length x': refused(VALID_FIRST, 400, nothingAt('word.bin')),
    'no length': refused(VALID_FIRST, 400, nothingAt('nolen.bin')),
    'length 1.5': refused(VALID_FIRST, 400, nothingAt('float.bin')),
    'length 2^63': refused(VALID_FIRST, 400, nothingAt('huge.bin')),
    'second POST on a running upload': {
      rule: 'the path is free until the upload is complete: the upload starts again, or conflicts',
      response: () => ({
        status: [201, 409],
        body: { pattern: /^(?:201 Created|409 Conflict)\n$/ },
      }),
    },
    dots: refused('dot segments are 400', 400, { fs: { 'e.bin': null, 'srv/e.bin': null } }),
    'below a file': refused('a path below an existing file is a 4xx, not a 500', [400, 404, 409]),
    root: refused(NO_PATH, 400),
  },
  'override keeps or loses the old file': {
    'POST /api/tus/a.txt?override=true as bob': asRecorded(OLD_STAYS, OLD),
    'PATCH /a.txt at 0': asRecorded(OLD_STAYS, OLD),
    abort: asRecorded(OLD_STAYS, OLD),
  },
  termination: {
    'DELETE /api/tus/nd.bin as nodelete': {
      rule: 'the creator of an upload may cancel it',
      response: () => ({ status: 204, body: {}, ...nothingAt('nd.bin') }),
    },
  },
};
