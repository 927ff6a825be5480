/**
 * Asks again and again whether something may go on, each time after the last answer, and calls `end` once it may not: neither when
 * the answer is no, nor when there is none. Gives what ends the asking.
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
