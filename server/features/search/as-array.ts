const OPENED = new TextEncoder().encode('[');
const CLOSED = new TextEncoder().encode(']');

/** Makes one JSON array of hits that have a comma before each. */
export async function* asArray(hits: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield OPENED;
  let isFirst = true;
  for await (const part of hits) {
    yield isFirst ? part.subarray(1) : part;
    isFirst = false;
  }
  yield CLOSED;
}
