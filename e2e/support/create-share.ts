import { type Credentials, logIn, send, type TestServer } from './test-server.ts';

export interface ShareOptions {
  readonly password?: string;
  /** Hours from now, as text; permanent by default. */
  readonly expires?: string;
}

/** Creates a share with the same request as the page, and returns its hash. Paths of folders end with a slash. */
export async function createShare(
  server: TestServer,
  who: Credentials,
  path: string,
  wanted: ShareOptions = {},
): Promise<string> {
  const token = await logIn(server.url, who);
  const reply = await send(server.url, token, 'POST', `/api/share${encodeURI(path)}`, wanted);
  // The cast covers only what is used here.
  const { hash } = (await reply.json()) as { hash: string };
  return hash;
}
