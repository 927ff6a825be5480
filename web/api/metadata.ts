import { type AuditPage, auditUrl } from '#contract/audit.ts';
import { type FileMetadata, metadataUrl } from '#contract/metadata.ts';
import { queryOptions } from '@tanstack/react-query';
import { callJson } from './http.ts';

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
