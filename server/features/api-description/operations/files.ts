import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import {
  CHECKSUM_ALGORITHMS,
  Descendant,
  FileInfo,
  Folder,
  Totals,
  Usage,
} from '#contract/files.ts';
import {
  Operation,
  OPERATION_HEADER,
  OPERATIONS_URL,
  OperationState,
} from '#contract/operations.ts';
import { LEFT_OUT_HEADER, LEFT_OUT_NAMES_HEADER, RESULT_HEADER } from '#contract/transfers.ts';
import { MODIFIED_HEADER } from '#contract/uploads.ts';
import { z } from 'zod';
import {
  BYTES,
  bytes,
  type DescribedOperation,
  done,
  FLAG,
  inHeader,
  inPath,
  inQuery,
  json,
  NUMBER,
  PATH,
  SENT_BYTES,
} from '../operation.ts';

const AFTER_ACT = {
  [FAILED_COMMAND_HEADER]: 'Which command after it has failed; what was asked for is done.',
};
const WITH_ETAG = { ETag: 'Of the file as it is now.', ...AFTER_ACT };

const OVERRIDE = inQuery(
  'override',
  'What has the name already may be replaced. Needs the permission to modify.',
  FLAG,
);
const MODIFIED = inHeader(
  MODIFIED_HEADER,
  'When the file was changed where it comes from, in milliseconds since 1970; it keeps that time.',
  NUMBER,
);
const IF_MATCH = inHeader('If-Match', 'The ETag of the file that was read: no other is replaced.');
const IF_NONE_MATCH = inHeader('If-None-Match', '“*”: only where nothing has the name.');
const KEY = inHeader(
  OPERATION_HEADER,
  'A random key, by which the act can be watched, found again and called off.',
  { type: 'string', pattern: '^[\\w-]{1,64}$' },
);
const OPERATION_KEY = inPath('key', 'That the act was begun with.');

export const FILE_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: '/api/resources/{path}',
    group: 'Files',
    summary: 'List a folder, or tell of a file',
    description:
      'A text of up to 10 MiB comes with its contents. Items of a folder stand in the order that the user has chosen.',
    parameters: [
      PATH,
      inQuery('content', '“false” leaves the contents of a text out.', FLAG),
      inQuery(
        'checksum',
        `Reads the file and tells its checksums; several are separated by commas: ${CHECKSUM_ALGORITHMS.join(', ')}.`,
      ),
      inHeader(
        'X-Encoding',
        '“true”: the text of a file itself, as bytes, instead of JSON with its contents.',
        FLAG,
      ),
    ],
    replies: {
      200: {
        description: 'The folder with its items, or the file.',
        content: {
          'application/json': z.union([Folder, FileInfo]),
          'application/octet-stream': BYTES,
        },
        headers: { ETag: 'Of a file, for saving it later.' },
      },
      206: bytes('Parts of the bytes of a text.'),
      304: { description: 'The bytes of the text are those that were fetched before.' },
    },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/resources/{path}',
    group: 'Files',
    summary: 'Make a file or a folder',
    description: 'A folder when the path ends in a slash. The body is the whole of the file.',
    parameters: [PATH, OVERRIDE, MODIFIED, IF_MATCH, IF_NONE_MATCH],
    body: SENT_BYTES,
    replies: { 200: done('It is made.', WITH_ETAG) },
    refusals: [
      'invalid-path',
      'invalid-request',
      'not-found',
      'already-exists',
      'stale',
      'locked',
      'storage-failed',
      'no-space',
    ],
  },
  {
    method: 'put',
    path: '/api/resources/{path}',
    group: 'Files',
    summary: 'Save a file',
    description: 'The new contents take the place of the old ones whole, or not at all.',
    parameters: [PATH, IF_MATCH, IF_NONE_MATCH],
    body: SENT_BYTES,
    replies: { 200: done('It is saved.', WITH_ETAG) },
    refusals: [
      'invalid-path',
      'invalid-request',
      'not-found',
      'method-not-allowed',
      'stale',
      'locked',
      'storage-failed',
      'no-space',
    ],
  },
  {
    method: 'patch',
    path: '/api/resources/{path}',
    group: 'Files',
    summary: 'Move, rename or copy',
    parameters: [
      PATH,
      inQuery('action', 'What to do.', { enum: ['copy', 'rename'] }),
      inQuery(
        'destination',
        'The new path, from the user’s home, percent-encoded once more than the query asks for.',
      ),
      inQuery('override', 'What is there already may be replaced, and folders be merged.', FLAG),
      inQuery('rename', 'Where the name is taken, another one is found.', FLAG),
      KEY,
    ],
    replies: {
      200: done('It is done.', {
        [RESULT_HEADER]: 'Where the item is now.',
        [LEFT_OUT_HEADER]: 'How many items were left out of a copy, for the user may not see them.',
        [LEFT_OUT_NAMES_HEADER]: 'Some of their names, percent-encoded, separated by commas.',
        ...AFTER_ACT,
      }),
    },
    refusals: [
      'invalid-path',
      'invalid-request',
      'not-found',
      'already-exists',
      'stale',
      'locked',
      'storage-failed',
      'no-space',
    ],
  },
  {
    method: 'delete',
    path: '/api/resources/{path}',
    group: 'Files',
    summary: 'Delete a file, or a folder with all in it',
    parameters: [PATH, KEY],
    replies: { 204: { description: 'It is gone.', headers: AFTER_ACT } },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'locked', 'storage-failed'],
  },
  {
    method: 'get',
    path: '/api/resources/recursive/{path}',
    group: 'Files',
    summary: 'List everything below a folder',
    parameters: [PATH],
    replies: { 200: json('A flat list, as it is found.', z.array(Descendant)) },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/api/totals/{path}',
    group: 'Files',
    summary: 'Count what a folder holds',
    description: 'Files, folders and bytes on all levels together. Ends when the caller leaves.',
    parameters: [PATH],
    replies: { 200: json('What there is.', Totals) },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/api/usage/{path}',
    group: 'Files',
    summary: 'Tell how full the disk is',
    parameters: [PATH],
    replies: { 200: json('Bytes of the file system that holds the folder.', Usage) },
    refusals: ['invalid-path', 'invalid-request', 'not-found'],
  },
  {
    method: 'get',
    path: OPERATIONS_URL,
    group: 'Files',
    summary: 'List one’s own acts that are under way',
    replies: { 200: json('The oldest first.', z.array(Operation)) },
  },
  {
    method: 'get',
    path: '/api/operations/{key}',
    group: 'Files',
    summary: 'Tell how an act stands',
    description: 'How one has ended is known for ten minutes.',
    parameters: [OPERATION_KEY],
    replies: { 200: json('How far it has come, or how it has ended.', OperationState) },
    refusals: ['not-found'],
  },
  {
    method: 'delete',
    path: '/api/operations/{key}',
    group: 'Files',
    summary: 'Call an act off',
    parameters: [OPERATION_KEY],
    replies: { 204: { description: 'It is called off.' } },
    refusals: ['not-found'],
  },
];
