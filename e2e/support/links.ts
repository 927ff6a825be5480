import type { Credentials, TestServer } from './test-server.ts';

export interface WantedLink {
  readonly password?: string;
  /** Hours from now, as text; for good without. */
  readonly expires?: string;
}

/** Makes a link as a user would, and tells its hash. A folder's path ends in a slash. */
export async function makeLink(
  server: TestServer,
  { username, password }: Credentials,
  path: string,
  wanted: WantedLink = {},
): Promise<string> {
  const login = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
  });
  const reply = await fetch(`${server.url}/api/share${encodeURI(path)}`, {
    method: 'POST',
    headers: { 'X-Auth': await login.text() },
    body: JSON.stringify(wanted),
  });
  if (!reply.ok) throw new Error(`no link: ${reply.status} ${await reply.text()}`);
  // The page's own calls are checked elsewhere; here only the hash counts.
  const { hash } = (await reply.json()) as { hash: string };
  return hash;
}
