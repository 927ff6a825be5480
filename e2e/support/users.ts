import type { Credentials, TestServer } from './test-server.ts';

/** The session of somebody who signs in beside the browser, as a program would. */
export async function tokenOf(
  server: TestServer,
  { username, password }: Credentials,
): Promise<string> {
  const reply = await fetch(`${server.url}/api/login`, {
    method: 'POST',
    body: JSON.stringify({ username, password }),
  });
  if (!reply.ok) throw new Error(`not signed in: ${reply.status} ${await reply.text()}`);
  return reply.text();
}

/** A call of somebody beside the browser. */
export function callAs(
  server: TestServer,
  token: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<Response> {
  return fetch(`${server.url}${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Auth': token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** Changes the named fields of a user, as another administrator might. */
export async function changeUser(
  server: TestServer,
  id: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const token = await tokenOf(server, server.admin);
  const envelope = { what: 'user', which: Object.keys(fields), data: { id, ...fields } };
  const reply = await callAs(server, token, 'PUT', `/api/users/${id}`, envelope);
  if (!reply.ok) throw new Error(`not changed: ${reply.status} ${await reply.text()}`);
}
