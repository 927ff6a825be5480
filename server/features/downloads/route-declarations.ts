import { ARCHIVE_FORMATS, Selection, SelectionReply } from '#contract/archives.ts';
import {
  type ApiDescription,
  bytesReply,
  enumParam,
  flagParam,
  jsonBody,
  jsonReply,
  route,
  SHARE_HASH,
  SHARE_TOKEN,
  statusText,
  textParam,
} from '../../http/route.ts';
import { TRASH_ID, VERSION_ID } from '../../http/trashed-items.ts';

const DIGEST = {
  'Repr-Digest':
    'SHA-256 of the whole file (RFC 9530), if it was verified when the file was received or copied, and the file has not changed since.',
};

const DOWNLOAD: Pick<ApiDescription, 'headers' | 'replies' | 'refusals'> = {
  headers: { Range: textParam('The byte ranges to send, separated by commas.') },
  replies: {
    200: { ...bytesReply('The file, or an archive of the folder.'), headers: DIGEST },
    206: { ...bytesReply('Ranges of the file.'), headers: DIGEST },
    304: { description: 'The file has not changed.' },
    307: {
      description:
        'The address of a large file in the object storage, where the server redirects downloads.',
    },
    412: { description: 'The file does not meet the conditions of the request.' },
    416: statusText('The file does not have these ranges.'),
  },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-many-requests', 'storage-failed'],
};

const DOWNLOAD_QUERY = {
  inline: flagParam('Shows the file in the browser instead of saving it.'),
  files: textParam(
    'Limits the archive of a folder to these items: names or relative paths, each percent-encoded, separated by commas.',
  ),
  selection: textParam('ID of a selection, instead of “files”.'),
  algo: enumParam('Archive format, zip by default.', [...ARCHIVE_FORMATS, '']),
};

const SELECT: Omit<ApiDescription, 'group'> = {
  summary: 'Select many items to download together',
  body: jsonBody(Selection),
  replies: { 200: jsonReply('The ID for the parameter “selection”.', SelectionReply) },
  refusals: ['invalid-path', 'invalid-request', 'too-large', 'too-many-requests'],
};

export const DOWNLOAD_ITEM = route({
  access: 'authenticated',
  group: 'Downloads and previews',
  summary: 'Download a file, or a folder as an archive',
  query: DOWNLOAD_QUERY,
  ...DOWNLOAD,
});

export const DOWNLOAD_TRASHED = route({
  access: 'authenticated',
  readsTrash: 'deleted',
  group: 'Trash',
  summary: 'Download an item in the trash, or a part of it',
  params: TRASH_ID,
  query: DOWNLOAD_QUERY,
  ...DOWNLOAD,
});

export const DOWNLOAD_VERSION = route({
  access: 'authenticated',
  readsTrash: 'version',
  group: 'Versions',
  summary: 'Download a version of a file',
  params: VERSION_ID,
  query: DOWNLOAD_QUERY,
  ...DOWNLOAD,
});

export const DOWNLOAD_SHARE = route({
  access: 'share',
  group: 'Share visitors',
  summary: 'Download the shared item',
  params: SHARE_HASH,
  query: { ...SHARE_TOKEN, ...DOWNLOAD_QUERY },
  ...DOWNLOAD,
});

export const SELECT_ITEMS = route({
  access: 'authenticated',
  // The download itself is recorded.
  audit: 'nothing',
  group: 'Downloads and previews',
  description:
    'For more names than fit into an address. The returned ID is valid for some minutes.',
  ...SELECT,
});

export const SELECT_SHARED_ITEMS = route({
  access: 'share',
  audit: 'nothing',
  group: 'Share visitors',
  params: SHARE_HASH,
  query: SHARE_TOKEN,
  ...SELECT,
});
