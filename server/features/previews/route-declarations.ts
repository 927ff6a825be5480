import { FolderPictures } from '#contract/folder-pictures.ts';
import { MAX_PICTURE_NAMES, PictureNames, PictureSizes } from '#contract/picture-sizes.ts';
import { PREVIEW_SIZES } from '#contract/previews.ts';
import {
  type ApiDescription,
  BYTES,
  enumParam,
  flagParam,
  jsonBody,
  jsonReply,
  route,
  SHARE_HASH,
  SHARE_TOKEN,
  textParam,
} from '../../http/route.ts';
import { TRASH_ID, VERSION_ID } from '../../http/trashed-items.ts';

const IMAGE = { 'image/*': BYTES, 'application/octet-stream': BYTES };

const PREVIEW: Pick<ApiDescription, 'summary' | 'replies' | 'refusals'> = {
  summary: 'Get a smaller version of a picture, or a frame of a video',
  replies: {
    200: {
      description: 'The image, as bytes of no particular type without “inline”.',
      content: IMAGE,
    },
    206: { description: 'Ranges of the image.', content: IMAGE },
    304: { description: 'The image has not changed.' },
  },
  refusals: [
    'invalid-path',
    'invalid-request',
    'not-found',
    'too-large',
    'unsupported-type',
    'too-many-requests',
  ],
};

const SIZE = {
  size: enumParam(
    'thumb: 256 × 256 pixels, cropped. tile: at most 360 pixels high. big: fills a screen.',
    PREVIEW_SIZES,
  ),
};
const QUERY = {
  inline: flagParam('Shows the image in the browser instead of saving it.'),
  key: textParam('Any value that changes with the file, for caches.'),
};

export const GET_PREVIEW = route({
  access: 'authenticated',
  group: 'Downloads and previews',
  params: SIZE,
  query: QUERY,
  ...PREVIEW,
});

export const GET_FOLDER_PICTURES = route({
  access: 'authenticated',
  group: 'Downloads and previews',
  summary: 'Get some pictures of a folder',
  description:
    'The first images and videos directly in the folder, by name, or if it has none, those of one of its first subfolders; none of folders with more than some thousand items. Requires the permission to download.',
  replies: { 200: jsonReply('The pictures.', FolderPictures) },
  refusals: ['invalid-path', 'invalid-request', 'not-found'],
});

export const GET_PICTURE_SIZES = route({
  access: 'authenticated',
  // Changes nothing.
  audit: 'nothing',
  group: 'Downloads and previews',
  summary: 'Get the sizes of images in a folder',
  description: `Takes up to ${MAX_PICTURE_NAMES} names, and reads the size of each image from its header. Requires the permission to download.`,
  body: jsonBody(PictureNames),
  replies: {
    200: jsonReply('Width and height in pixels, in the order of the names.', PictureSizes),
  },
  refusals: ['invalid-path', 'invalid-request', 'not-found', 'too-large', 'too-many-requests'],
});

export const GET_TRASHED_PREVIEW = route({
  access: 'authenticated',
  readsTrash: 'deleted',
  group: 'Trash',
  params: { ...TRASH_ID, ...SIZE },
  query: QUERY,
  ...PREVIEW,
});

export const GET_VERSION_PREVIEW = route({
  access: 'authenticated',
  readsTrash: 'version',
  group: 'Versions',
  params: { ...VERSION_ID, ...SIZE },
  query: QUERY,
  ...PREVIEW,
});

export const GET_SHARED_PREVIEW = route({
  access: 'share',
  group: 'Share visitors',
  params: { ...SIZE, ...SHARE_HASH },
  query: { ...SHARE_TOKEN, ...QUERY },
  ...PREVIEW,
});
