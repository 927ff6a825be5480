import { ARCHIVE_FORMATS, Selection, SelectionReply, SELECTIONS_URL } from '#contract/archives.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { PREVIEW_SIZES } from '#contract/previews.ts';
import {
  BYTES,
  bytes,
  type DescribedOperation,
  type DescribedReply,
  done,
  FLAG,
  inHeader,
  inPath,
  inQuery,
  json,
  PATH,
  sentJson,
} from '../operation.ts';

export const INLINE = inQuery('inline', 'To be shown, not to be kept.', FLAG);
const RANGE = inHeader('Range', 'Which bytes; several pieces are separated by commas.');

/** Of what sends files and archives of folders. */
export const DOWNLOAD_PARAMETERS = [
  INLINE,
  inQuery(
    'files',
    'Of a folder, only these: names or ways below it, each percent-encoded by itself, separated by commas.',
  ),
  inQuery('selection', 'Instead of “files”: the id that a selection was given.'),
  inQuery('algo', 'The kind of archive; zip without it.', { enum: [...ARCHIVE_FORMATS, ''] }),
  RANGE,
];

export const DOWNLOAD_REPLIES: Readonly<Record<number, DescribedReply>> = {
  200: bytes('The file, or an archive of the folder.'),
  206: bytes('Pieces of the file.'),
  304: { description: 'It is as it was when it was fetched before.' },
  412: { description: 'It is not as the conditions of the request want it.' },
  416: done('It has no such pieces.'),
};

export const DOWNLOAD_REFUSALS: readonly ErrorCode[] = [
  'invalid-path',
  'invalid-request',
  'not-found',
  'too-many-requests',
  'storage-failed',
];

const PICTURE = { 'image/*': BYTES, 'application/octet-stream': BYTES };

export const PREVIEW_REPLIES: Readonly<Record<number, DescribedReply>> = {
  200: { description: 'The picture; as mere bytes where it is to be kept.', content: PICTURE },
  206: { description: 'Pieces of it.', content: PICTURE },
  304: { description: 'It is as it was when it was fetched before.' },
};

export const PREVIEW_REFUSALS: readonly ErrorCode[] = [
  'invalid-path',
  'invalid-request',
  'not-found',
  'too-large',
  'unsupported-type',
  'too-many-requests',
];

export const SIZE = inPath('size', 'thumb: 256 pixels at most; big: as a screen needs it.', {
  enum: PREVIEW_SIZES,
});
export const VERSION = inQuery('key', 'Anything that changes with the file, for caches.');

export const DOWNLOAD_OPERATIONS: readonly DescribedOperation[] = [
  {
    method: 'get',
    path: '/api/raw/{path}',
    group: 'Downloads and previews',
    summary: 'Download a file, or a folder as an archive',
    parameters: [PATH, ...DOWNLOAD_PARAMETERS],
    replies: DOWNLOAD_REPLIES,
    refusals: DOWNLOAD_REFUSALS,
  },
  {
    method: 'post',
    path: SELECTIONS_URL,
    group: 'Downloads and previews',
    summary: 'Name many items that are to be downloaded together',
    description:
      'For more names than an address can hold. The id that is answered holds for some minutes.',
    body: sentJson(Selection),
    replies: { 200: json('What stands for them as “selection”.', SelectionReply) },
    refusals: ['invalid-path', 'invalid-request', 'too-large', 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/api/preview/{size}/{path}',
    group: 'Downloads and previews',
    summary: 'Get a smaller picture of a picture or a video',
    parameters: [SIZE, PATH, INLINE, VERSION],
    replies: PREVIEW_REPLIES,
    refusals: PREVIEW_REFUSALS,
  },
  {
    method: 'get',
    path: '/api/subtitle/{path}',
    group: 'Downloads and previews',
    summary: 'Get subtitles as WebVTT',
    description: 'Of a file in SRT, VTT, ASS or SSA, whatever its encoding.',
    parameters: [PATH, INLINE],
    replies: {
      200: bytes('The subtitles, in UTF-8.', 'text/vtt'),
      206: bytes('Pieces of them.', 'text/vtt'),
      304: { description: 'They are as they were when they were fetched before.' },
    },
    refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-large', 'too-many-requests'],
  },
];
