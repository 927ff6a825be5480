import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import {
  MODIFIED_HEADER,
  TUS_CONTENT_TYPE,
  UPLOAD_CHECKSUM_ALGORITHMS,
  UPLOAD_CHECKSUM_HEADER,
  UPLOAD_KEY_HEADER,
} from '#contract/uploads.ts';
import {
  BYTES,
  flagParam,
  numberParam,
  requiredParam,
  route,
  statusText,
  textParam,
} from '../../http/route.ts';

const KEY = {
  [UPLOAD_KEY_HEADER]: textParam(
    'A random key that distinguishes uploads to the same path. The same in every request of an upload.',
  ),
};
const CHECKSUM = {
  [UPLOAD_CHECKSUM_HEADER]: textParam(
    `Checksum of the sent bytes: \`<algorithm> <base64>\`, where the algorithm is one of ${UPLOAD_CHECKSUM_ALGORITHMS.join(', ')}. Bytes with another checksum are discarded, and answered with 460.`,
  ),
};
const OFFSET = { 'Upload-Offset': 'Number of bytes received.' };
const FAILED_COMMAND = {
  [FAILED_COMMAND_HEADER]:
    'The event whose command failed after the upload. The file itself is complete.',
};

export const CREATE_UPLOAD = route({
  access: 'authenticated',
  audit: 'upload',
  group: 'Uploads',
  summary: 'Create a resumable upload',
  description:
    'Follows the tus protocol, version 1.0 (https://tus.io). The file appears when all bytes are received. The first bytes may be sent with the creation.',
  query: { override: flagParam('Replaces an existing file.') },
  headers: {
    'Upload-Length': requiredParam(numberParam('Size of the file in bytes.')),
    [MODIFIED_HEADER]: numberParam('Modification time of the file, in Unix milliseconds.'),
    ...KEY,
    ...CHECKSUM,
  },
  body: { content: { [TUS_CONTENT_TYPE]: BYTES }, isOptional: true },
  replies: {
    201: statusText('The upload is created.', {
      Location: 'Address to send the bytes to.',
      ...OFFSET,
      ...FAILED_COMMAND,
    }),
  },
  refusals: [
    'invalid-path',
    'invalid-request',
    'not-found',
    'already-exists',
    'too-large',
    'checksum-mismatch',
    'locked',
    'storage-failed',
    'no-space',
  ],
});

export const DESCRIBE_UPLOADS = route({
  access: 'open',
  group: 'Uploads',
  summary: 'List the supported extensions of tus',
  replies: {
    204: {
      description: 'The extensions.',
      headers: {
        'Tus-Version': 'Version of the protocol.',
        'Tus-Extension': 'Names of the extensions, separated by commas.',
        'Tus-Checksum-Algorithm': 'Algorithms for the checksum of a chunk, separated by commas.',
      },
    },
  },
});

export const GET_UPLOAD = route({
  access: 'authenticated',
  group: 'Uploads',
  summary: 'Get the progress of an upload',
  description: 'tus clients use HEAD, which has the same reply.',
  headers: KEY,
  replies: {
    200: statusText('The progress.', { ...OFFSET, 'Upload-Length': 'Size of the file in bytes.' }),
  },
  refusals: ['invalid-path', 'invalid-request', 'not-found'],
});

export const CONTINUE_UPLOAD = route({
  access: 'authenticated',
  audit: 'upload',
  group: 'Uploads',
  summary: 'Send bytes of an upload',
  headers: {
    'Upload-Offset': requiredParam(
      textParam('Position of the first of these bytes.', { type: 'integer' }),
    ),
    ...KEY,
    ...CHECKSUM,
  },
  body: { content: { [TUS_CONTENT_TYPE]: BYTES } },
  replies: {
    204: { description: 'The bytes are received.', headers: { ...OFFSET, ...FAILED_COMMAND } },
  },
  refusals: [
    'invalid-path',
    'invalid-request',
    'not-found',
    'wrong-offset',
    'already-exists',
    'stale',
    'too-large',
    'unsupported-type',
    'checksum-mismatch',
    'locked',
    'storage-failed',
    'no-space',
  ],
});

export const CANCEL_UPLOAD = route({
  access: 'authenticated',
  // No file has been created yet.
  audit: 'nothing',
  group: 'Uploads',
  summary: 'Cancel an upload',
  headers: KEY,
  replies: { 204: { description: 'The received bytes are deleted.' } },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'locked'],
});
