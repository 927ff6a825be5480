import type { QueryClient } from '@tanstack/react-query';
import { folderQuery } from '../api/files.ts';
import { pageConfig } from '../api/page-config.ts';
import { currentToken } from '../api/session-token.ts';
import { pathOfAddress } from '../lib/path-codec.ts';

/**
 * Requests the folder of the address with the stored token, in parallel with the renewal of the session and the
 * listing's script. The renewal detects an ended session.
 */
export function prefetchFirstFolder(queries: QueryClient, pathname: string): void {
  const home = `${pageConfig().BaseURL}/files/`;
  if (currentToken() === undefined || !pathname.startsWith(home) || !pathname.endsWith('/')) return;
  const path = pathOfAddress(pathname.slice(pageConfig().BaseURL.length));
  if (path !== undefined) void queries.prefetchQuery(folderQuery(path));
}
