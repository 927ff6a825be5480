/** Reads at most a number of bytes from the start of a response and cancels the rest. */
export async function firstBytes(
  response: Response,
  most: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(most);
  const reader = response.body?.getReader();
  let filled = 0;
  while (reader && filled < most) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes.set(value.subarray(0, most - filled), filled);
    filled = Math.min(most, filled + value.length);
  }
  void reader?.cancel().catch(() => {});
  return bytes.subarray(0, filled);
}

/** Reads a requested range of a response. The response to a range at the start may be the whole file; at another position, it has no bytes. */
export async function partOf(
  response: Response,
  from: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  return firstBytes(response, response.status === 206 || from === 0 ? length : 0);
}
