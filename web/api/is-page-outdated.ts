import { callOpen } from './http.ts';
import { serverBuild } from './server-build.ts';

/**
 * Asks the server whether this page belongs to an older version. Keeps the last known answer if the server is
 * unreachable.
 */
export async function isPageOutdated(): Promise<boolean> {
  await callOpen('GET', '/health').catch(() => {});
  return serverBuild.getState().isOther;
}
