import { refused, wrongMethod, type Expectations } from './expectation.ts';

const IN_THE_WAY = 'a file in the way is a plain refusal';
const INTACT = { fs: { 'srv/bob/a.txt': { kind: 'file', size: 3, text: 'yes' } } } as const;

export const RESOURCES_WRITE: Expectations = {
  make: {
    'folder over a file': refused(IN_THE_WAY, [400, 404, 409], INTACT),
    'folder below a file': refused(IN_THE_WAY, [400, 404, 409], INTACT),
    'file below a file': refused(IN_THE_WAY, [400, 404, 409], INTACT),
    'name too long': refused('over-long is 400', 400),
    'dots in the path': refused('dot segments are 400', 400, {
      fs: { 'srv/escape.txt': null, 'escape.txt': null },
    }),
    NUL: refused('NUL is 400', 400),
  },
  put: {
    'PUT /api/resources/docs as bob': wrongMethod(
      'a folder cannot be saved, with a slash at the end or without',
      /^(?!.*PUT).*GET/,
      { fs: { 'srv/bob/docs': { kind: 'dir', entries: ['b.txt', 'c.txt'] } } },
    ),
    'If-Match is not read': refused('defect 21: a stale If-Match is 412', 412),
  },
  'override of a folder': {
    'POST /api/resources/docs?override=true as bob': refused(
      'defect 5: a folder is never replaced by a file, and nothing in it is lost',
      [400, 409],
      { fs: { 'srv/bob/docs': { kind: 'dir', entries: ['b.txt', 'c.txt'] } } },
    ),
  },
};
