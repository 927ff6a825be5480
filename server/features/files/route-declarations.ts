import { FAILED_COMMAND_HEADER } from '#contract/failed-command.ts';
import { ExistingItems, ExistingPaths, MAX_EXISTING_PATHS } from '#contract/existing.ts';
import {
  CHECKSUM_ALGORITHMS,
  Descendant,
  FileInfo,
  Folder,
  Totals,
  Usage,
} from '#contract/files.ts';
import { FileMetadata } from '#contract/metadata.ts';
import { Operation, OperationState } from '#contract/operations.ts';
import { LEFT_OUT_HEADER, LEFT_OUT_NAMES_HEADER, RESULT_HEADER } from '#contract/transfers.ts';
import { PERMANENT_QUERY, TRASHED_HEADER } from '#contract/trash.ts';
import { MODIFIED_HEADER } from '#contract/uploads.ts';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { OPERATION_KEY } from '../../http/operation-key.ts';
import { queryOf } from '../../http/request.ts';
import {
  ANY_BODY,
  type ApiDescription,
  BYTES,
  bytesReply,
  enumParam,
  flagParam,
  jsonBody,
  jsonReply,
  numberParam,
  route,
  statusText,
  textParam,
} from '../../http/route.ts';
import { TRASH_ID, VERSION_ID } from '../../http/trashed-items.ts';

const FAILED_COMMAND = {
  [FAILED_COMMAND_HEADER]:
    'The event whose command failed after the operation. The operation itself succeeded.',
};
const WITH_ETAG = { ETag: 'ETag of the new contents.', ...FAILED_COMMAND };

const CONDITIONS = {
  'If-Match': textParam('ETag of the file that was read. No other version is replaced.'),
  'If-None-Match': textParam('“*” refuses to replace an existing file.'),
};
const DIGESTS = {
  'Content-Digest': textParam(
    'SHA-256 of the body (RFC 9530): `sha-256=:<base64>:`. A body with another one is refused with 400. `Repr-Digest` means the same.',
  ),
};
const KEY = { key: textParam('The key that the operation was started with.') };

const RESOURCE: Omit<ApiDescription, 'group' | 'summary' | 'params'> = {
  description:
    'Includes the contents of text files of up to 10 MiB. The items of a folder have the sort order that the user has chosen.',
  query: {
    content: flagParam('“false” leaves out the contents of text files.'),
    folders: flagParam('“true” leaves out the files of a folder.'),
    checksum: textParam(
      `Reads the file and adds its checksums. Separate several with commas: ${CHECKSUM_ALGORITHMS.join(', ')}.`,
    ),
  },
  headers: {
    'X-Encoding': flagParam('“true” returns the bytes of a text file instead of JSON.'),
  },
  replies: {
    200: {
      description: 'The folder with its items, or the file.',
      content: {
        'application/json': z.union([Folder, FileInfo]),
        'application/octet-stream': BYTES,
      },
      headers: {
        ETag: 'Of a file, for saving it later. Of a folder, for asking whether its listing has changed.',
      },
    },
    206: bytesReply('Ranges of the bytes of a text file.'),
    304: { description: 'The listing, or the bytes of the text file, have not changed.' },
  },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
};

export const GET_RESOURCE = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'List a folder, or get a file',
  ...RESOURCE,
});

export const GET_TRASHED_RESOURCE = route({
  access: 'authenticated',
  readsTrash: 'deleted',
  group: 'Trash',
  summary: 'List a folder, or get a file, in the trash',
  params: TRASH_ID,
  ...RESOURCE,
});

export const GET_VERSION = route({
  access: 'authenticated',
  readsTrash: 'version',
  group: 'Versions',
  summary: 'Get a version of a file',
  description: 'Needs the permission to download the file.',
  params: VERSION_ID,
  ...RESOURCE,
});

export const CREATE_RESOURCE = route({
  access: 'authenticated',
  audit: (request) => (asksForFolder(request) ? 'folder-make' : 'upload'),
  group: 'Files',
  summary: 'Create a file or a folder',
  description: 'Creates a folder if the path ends with a slash. The body is the whole file.',
  query: {
    override: flagParam('Replaces an existing item. Requires the permission to modify files.'),
  },
  headers: {
    [MODIFIED_HEADER]: numberParam('Modification time of the file, in Unix milliseconds.'),
    ...CONDITIONS,
    ...DIGESTS,
  },
  body: ANY_BODY,
  replies: { 200: statusText('The item is created.', WITH_ETAG) },
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
});

export const SAVE_FILE = route({
  access: 'authenticated',
  audit: 'save',
  group: 'Files',
  summary: 'Save a file',
  description: 'Replaces the contents as a whole, or not at all.',
  headers: { ...CONDITIONS, ...DIGESTS },
  body: ANY_BODY,
  replies: { 200: statusText('The file is saved.', WITH_ETAG) },
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
});

export const TRANSFER = route({
  access: 'authenticated',
  audit: (request) => (queryOf(request)['action'] === 'copy' ? 'copy' : 'move'),
  group: 'Files',
  summary: 'Move, rename or copy',
  query: {
    action: enumParam('The operation.', ['copy', 'rename']),
    destination: textParam(
      'The new path relative to the user’s home, percent-encoded once more than the query requires.',
    ),
    override: flagParam('Replaces an existing file and merges folders.'),
    rename: flagParam('Chooses another name if the name is taken.'),
  },
  headers: OPERATION_KEY,
  replies: {
    200: statusText('The operation is complete.', {
      [RESULT_HEADER]: 'Address of the item.',
      [LEFT_OUT_HEADER]:
        'Number of items that a copy left out: symlinks without a valid target, devices, and items that could not be read.',
      [LEFT_OUT_NAMES_HEADER]: 'Some of their names, percent-encoded and separated by commas.',
      ...FAILED_COMMAND,
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
});

export const DELETE_RESOURCE = route({
  access: 'authenticated',
  audit: 'delete',
  group: 'Files',
  summary: 'Delete a file, or a folder with everything in it',
  description:
    'Moves the item into the trash, or deletes it for good where that is off or cannot take it.',
  query: {
    [PERMANENT_QUERY]: enumParam(
      '“true” deletes the item for good. “false” does nothing where the trash cannot take it.',
      ['true', 'false'],
    ),
  },
  headers: OPERATION_KEY,
  replies: {
    204: {
      description: 'The item is deleted.',
      headers: {
        [TRASHED_HEADER]: 'ID of the item in the trash. Absent when it was deleted for good.',
        ...FAILED_COMMAND,
      },
    },
  },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'locked', 'storage-failed'],
});

export const LIST_RECURSIVELY = route({
  access: 'authenticated',
  // Other methods create, change and delete an item of the name `recursive` (compatibility.md 0.4).
  otherMethodsElsewhere: true,
  group: 'Files',
  summary: 'List everything below a folder',
  replies: { 200: jsonReply('A flat list in no particular order.', z.array(Descendant)) },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
});

export const GET_TOTALS = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'Count the contents of a folder',
  description: 'Counts files, folders and bytes on all levels. Stops when the client disconnects.',
  replies: { 200: jsonReply('The totals.', Totals) },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests'],
});

export const FIND_EXISTING = route({
  access: 'authenticated',
  // Changes nothing.
  audit: 'nothing',
  group: 'Files',
  summary: 'Find out which names are taken in a folder',
  description: `Takes up to ${MAX_EXISTING_PATHS} paths below the folder, for example of an upload, so that the folder need not be listed.`,
  body: jsonBody(ExistingPaths),
  replies: { 200: jsonReply('Those of the paths at which something exists.', ExistingItems) },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-large', 'too-many-requests'],
});

export const GET_METADATA = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'Get what a file tells about itself',
  description:
    'Camera, lens, exposure, time and place of a photo, from its EXIF. Requires the permission to download.',
  replies: { 200: jsonReply('The facts; empty for files without any.', FileMetadata) },
  refusals: ['invalid-path', 'invalid-request', 'not-found'],
});

export const GET_USAGE = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'Get the disk usage',
  replies: { 200: jsonReply('Bytes of the file system that holds the folder.', Usage) },
  refusals: ['invalid-path', 'invalid-request', 'not-found'],
});

export const LIST_OPERATIONS = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'List your running operations',
  replies: { 200: jsonReply('The operations, the oldest first.', z.array(Operation)) },
});

export const GET_OPERATION = route({
  access: 'authenticated',
  group: 'Files',
  summary: 'Get the state of an operation',
  description: 'The outcome is available for ten minutes.',
  params: KEY,
  replies: { 200: jsonReply('The progress or the outcome.', OperationState) },
  refusals: ['not-found'],
});

export const CANCEL_OPERATION = route({
  access: 'authenticated',
  // The operation records its own outcome.
  audit: 'nothing',
  group: 'Files',
  summary: 'Cancel an operation',
  params: KEY,
  replies: { 204: { description: 'The operation is cancelled.' } },
  refusals: ['not-found'],
});

function asksForFolder({ url }: FastifyRequest): boolean {
  return url.split('?', 1)[0]?.endsWith('/') === true;
}
