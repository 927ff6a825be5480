import { rawUrl } from '#contract/files.ts';
import { type FolderPicture, folderPicturesUrl } from '#contract/folder-pictures.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from './http.ts';

/** Some pictures of a version of a folder. */
export const folderPicturesQuery = (path: string, modified: string) =>
  queryOptions({
    queryKey: ['folder-pictures', path, modified],
    queryFn: ({ signal }) => callJson<FolderPicture[]>('GET', folderPicturesUrl(path), { signal }),
  });

const EXCERPT_BYTES = 2_048;

/** Beginning of a version of a text file. Bytes that are not UTF-8 become replacement characters. */
export const excerptQuery = (path: string, modified: string) =>
  queryOptions({
    queryKey: ['excerpt', path, modified],
    queryFn: async ({ signal }) => {
      const headers = { Range: `bytes=0-${EXCERPT_BYTES - 1}` };
      const reply = await call('GET', rawUrl(path, { inline: true }), { signal, headers });
      return (await reply.text()).slice(0, EXCERPT_BYTES);
    },
  });
