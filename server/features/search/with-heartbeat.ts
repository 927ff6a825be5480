import { withTimeout } from '../../lib/with-timeout.ts';

/** Passes chunks on, and yields a blank line when no chunk has arrived within the interval. Milliseconds. */
export async function* withHeartbeat(
  parts: AsyncIterable<Uint8Array>,
  everyMs: number,
): AsyncGenerator<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const coming = iterator.next();
      let next = await withTimeout(everyMs, coming);
      while (next === undefined) {
        yield BLANK_LINE;
        next = await withTimeout(everyMs, coming);
      }
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

const BLANK_LINE = new TextEncoder().encode('\n');
