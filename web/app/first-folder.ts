import type { QueryClient } from '@tanstack/react-query';
import { folderQuery } from '../api/files.ts';
import { pageConfig } from '../api/page-config.ts';
import { currentToken } from '../api/session-token.ts';
import { pathOfAddress } from '../lib/path-codec.ts';

/**
 * Asks for the folder of the address at once, with the remembered token, while the session is renewed and
 * the listing's script is on its way. A session that has ended is found out by the renewal.
 */
export function prefetchFirstFolder(queries: QueryClient, pathname: string): void {
  const home = `${pageConfig().BaseURL}/files/`;
  if (currentToken() === undefined || !pathname.startsWith(home) || !pathname.endsWith('/')) return;
  const path = pathOfAddress(pathname.slice(pageConfig().BaseURL.length));
  if (path !== undefined) void queries.prefetchQuery(folderQuery(path));
}
