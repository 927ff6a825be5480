/** Resolves like the promise, or with undefined after `ms` milliseconds. Rejects when the promise rejects before. */
export async function withTimeout<Value>(
  ms: number,
  coming: Promise<Value>,
): Promise<Value | undefined> {
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
