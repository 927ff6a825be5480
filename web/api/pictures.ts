import type { Entry } from '#contract/files.ts';
import { type FolderPicture, folderPicturesUrl } from '#contract/folder-pictures.ts';
import { queryOptions } from '@tanstack/react-query';
import { readContents } from './contents.ts';
import { callJson } from './http.ts';

/** Some pictures of a version of a folder. */
export const folderPicturesQuery = (path: string, modified: string) =>
  queryOptions({
    queryKey: ['folder-pictures', path, modified],
    queryFn: ({ signal }) => callJson<FolderPicture[]>('GET', folderPicturesUrl(path), { signal }),
  });

const EXCERPT_BYTES = 2_048;

/** Beginning of a version of a text file. Bytes that are not UTF-8 become replacement characters. */
export const excerptQuery = ({ path, modified, size }: Pick<Entry, 'path' | 'modified' | 'size'>) =>
  queryOptions({
    queryKey: ['excerpt', path, modified],
    queryFn: async ({ signal }) =>
      new TextDecoder().decode(await readContents({ path, size }, EXCERPT_BYTES, signal)),
  });
