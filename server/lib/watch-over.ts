/**
 * Repeats a check, each time after the previous result, and calls `end` once it resolves with false or rejects.
 * Returns a function that ends the checks.
 */
export function watchOver(
  mayGoOn: () => Promise<boolean>,
  everyMs: number,
  end: (error?: unknown) => void,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const ask = async (): Promise<void> => {
    try {
      if (await mayGoOn()) askLater();
      else if (!isOver) end();
    } catch (error) {
      if (!isOver) end(error);
    }
  };
  const askLater = (): void => {
    if (!isOver) timer = setTimeout(() => void ask(), everyMs);
  };
  askLater();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
