import { type AuditPage, auditUrl } from '#contract/audit.ts';
import { rawUrl } from '#contract/files.ts';
import { type FileMetadata, metadataUrl } from '#contract/metadata.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callJson } from './http.ts';

/** Facts that a version of a file contains about itself. */
export const metadataQuery = (path: string, modified: string) =>
  queryOptions({
    queryKey: ['metadata', path, modified],
    queryFn: ({ signal }) => callJson<FileMetadata>('GET', metadataUrl(path), { signal }),
  });

/** Number of entries that are shown of the activity of an item. */
const ACTIVITIES = '8';

/** The latest audit entries about an item and what is below it. For administrators. */
export const activityQuery = (path: string) =>
  queryOptions({
    queryKey: ['activity', path],
    queryFn: ({ signal }) =>
      callJson<AuditPage>('GET', auditUrl({ path: path || '/', limit: ACTIVITIES }), { signal }),
    staleTime: 0,
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
