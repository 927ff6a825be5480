/** Passes on what comes, and a blank line whenever nothing has come for so long. Milliseconds. */
export async function* withHeartbeat(
  parts: AsyncIterable<Uint8Array>,
  everyMs: number,
): AsyncGenerator<Uint8Array> {
  const iterator = parts[Symbol.asyncIterator]();
  try {
    for (;;) {
      const coming = iterator.next();
      let next = await within(everyMs, coming);
      while (next === undefined) {
        yield BLANK_LINE;
        next = await within(everyMs, coming);
      }
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    await iterator.return?.();
  }
}

const BLANK_LINE = new TextEncoder().encode('\n');

/** Undefined when the time is over first. */
async function within<Value>(ms: number, coming: Promise<Value>): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  try {
    return await Promise.race([coming, over]);
  } finally {
    clearTimeout(timer);
  }
}
