/**
 * Sends a request to a contender and reads its response. Returns the duration in milliseconds. Throws for another status than the expected one.
 *
 * @param {{ method: string, target: string, status: number, headers?: Record<string, string>, body?: Uint8Array }} request
 */
export async function timedRequest({ port, headers }, { method, target, status, body, ...more }) {
  const begun = performance.now();
  const request = { method, headers: { ...headers, ...more.headers } };
  const url = `http://127.0.0.1:${port}${target}`;
  const reply = await fetch(url, body === undefined ? request : { ...request, body });
  await reply.arrayBuffer();
  if (reply.status !== status) throw new Error(`${method} ${target}: ${reply.status}`);
  return performance.now() - begun;
}
