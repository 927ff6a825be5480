import { type Credentials, logIn, send, type TestServer } from './test-server.ts';

export interface ShareOptions {
  readonly password?: string;
  /** Hours from now, as text; for good without. */
  readonly expires?: string;
}

/** Makes a link as a user would, and tells its hash. A folder's path ends in a slash. */
export async function createShare(
  server: TestServer,
  who: Credentials,
  path: string,
  wanted: ShareOptions = {},
): Promise<string> {
  const token = await logIn(server.url, who);
  const reply = await send(server.url, token, 'POST', `/api/share${encodeURI(path)}`, wanted);
  // The page's own calls are checked elsewhere; here only the hash counts.
  const { hash } = (await reply.json()) as { hash: string };
  return hash;
}
