import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import { MODIFIED_HEADER, TUS_CONTENT_TYPE, UPLOAD_KEY_HEADER } from '#contract/uploads.ts';
import {
  BYTES,
  type DescribedOperation,
  done,
  FLAG,
  inHeader,
  inQuery,
  NUMBER,
  PATH,
} from '../operation.ts';

const KEY = inHeader(
  UPLOAD_KEY_HEADER,
  'A random key that tells uploads to one path apart; the same with every request of an upload.',
);
const OFFSET = { 'Upload-Offset': 'How many bytes have arrived.' };
const AFTER_LAST = {
  [FAILED_COMMAND_HEADER]: 'Which command after it has failed; the file is there.',
};

/** tus 1.0: https://tus.io */
export const UPLOAD_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'post',
    path: '/api/tus/{path}',
    group: 'Uploads',
    summary: 'Begin an upload that can be taken up again',
    description: 'By the tus protocol, version 1.0. The file appears when all of it has arrived.',
    parameters: [
      PATH,
      inQuery('override', 'What has the name already may be replaced.', FLAG),
      { ...inHeader('Upload-Length', 'Bytes of the whole file.', NUMBER), isRequired: true },
      inHeader(MODIFIED_HEADER, 'When the file was changed, in milliseconds since 1970.', NUMBER),
      KEY,
    ],
    replies: {
      201: done('It has begun.', { Location: 'Where its bytes are sent.', ...AFTER_LAST }),
    },
    refusals: [
      'invalid-path',
      'invalid-request',
      'not-found',
      'already-exists',
      'too-large',
      'locked',
      'storage-failed',
      'no-space',
    ],
  },
  {
    method: 'get',
    path: '/api/tus/{path}',
    group: 'Uploads',
    summary: 'Tell how far an upload has come',
    description: 'tus clients ask by HEAD, which is answered alike.',
    parameters: [PATH, KEY],
    replies: { 200: done('How far.', { ...OFFSET, 'Upload-Length': 'Bytes of the whole file.' }) },
    refusals: ['invalid-path', 'invalid-request', 'not-found'],
  },
  {
    method: 'patch',
    path: '/api/tus/{path}',
    group: 'Uploads',
    summary: 'Send more of an upload',
    parameters: [
      PATH,
      {
        ...inHeader('Upload-Offset', 'Where these bytes begin.', { type: 'integer' }),
        isRequired: true,
      },
      KEY,
    ],
    body: { content: { [TUS_CONTENT_TYPE]: BYTES } },
    replies: { 204: { description: 'They have arrived.', headers: { ...OFFSET, ...AFTER_LAST } } },
    refusals: [
      'invalid-path',
      'invalid-request',
      'not-found',
      'wrong-offset',
      'already-exists',
      'stale',
      'too-large',
      'unsupported-type',
      'locked',
      'storage-failed',
      'no-space',
    ],
  },
  {
    method: 'delete',
    path: '/api/tus/{path}',
    group: 'Uploads',
    summary: 'Call an upload off',
    parameters: [PATH, KEY],
    replies: { 204: { description: 'What has arrived is gone.' } },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'locked'],
  },
];
