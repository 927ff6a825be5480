/** Returns what `coming` resolves with, or undefined after `ms` milliseconds. Rejects when it rejects before. */
export async function within<Value>(
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
