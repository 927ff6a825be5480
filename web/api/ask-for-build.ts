import { callOpen } from './http.ts';
import { serverBuild } from './server-build.ts';

/** Asks the server whether this page is of an earlier version. Where nobody answers, what was known before stays. */
export async function isPageOutdated(): Promise<boolean> {
  await callOpen('GET', '/health').catch(() => {});
  return serverBuild.getState().isOther;
}
