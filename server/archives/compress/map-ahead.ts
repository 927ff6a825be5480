/**
 * The results of `work` in the order of `items`, with up to `ahead` of them in work before the first is consumed.
 * However it ends, nothing is in work any more afterwards.
 */
export async function* mapAhead<Item, Result>(
  items: AsyncIterable<Item>,
  ahead: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const running: Promise<Result>[] = [];
  const next = async (): Promise<Result> => {
    const [oldest] = running;
    if (oldest === undefined) throw new Error('nothing is in work');
    const result = await oldest;
    void running.shift();
    return result;
  };
  try {
    for await (const item of items) {
      const result = work(item);
      // A failure is told in its turn, and until then it must not count as one that nobody looks at.
      result.catch(() => undefined);
      running.push(result);
      if (running.length >= ahead) yield await next();
    }
    while (running.length > 0) yield await next();
  } finally {
    await Promise.allSettled(running);
  }
}
