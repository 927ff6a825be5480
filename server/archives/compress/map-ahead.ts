/**
 * Yields the results of `work` in the order of `items`. Up to `ahead` of them are processed before the first is
 * consumed. When it ends, for whatever reason, no work is running any more.
 */
export async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  const next = async (): Promise<Result> => {
    const [oldest] = running;
    if (oldest === undefined) throw new Error('no work is running');
    const result = await oldest;
    void running.shift();
    return result;
  };
  try {
    for await (const item of items) {
      const result = work(item);
      // Handles the rejection until the result is awaited in its turn, so that Node does not report it as unhandled.
      result.catch(() => undefined);
      running.push(result);
      if (running.length >= ahead) yield await next();
    }
    while (running.length > 0) yield await next();
  } finally {
    await Promise.allSettled(running);
  }
}
