import { type Credentials, logIn, send, type TestServer } from './test-server.ts';

/** Logs in without the browser, and returns the token. */
export function tokenOf(server: TestServer, who: Credentials): Promise<string> {
  return logIn(server.url, who);
}

/** Sends a request with a token, without the browser. */
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

/** Changes fields of a user through the API. */
export async function changeUser(
  server: TestServer,
  id: number,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  const token = await tokenOf(server, server.admin);
  const envelope = { what: 'user', which: Object.keys(fields), data: { id, ...fields } };
  await send(server.url, token, 'PUT', `/api/users/${id}`, envelope);
}
