import { onReconnect } from './connection.ts';

/** Resolves after a time, or when the connection returns. Rejects when one of `signals` aborts. */
export function pause(milliseconds: number, signals: readonly AbortSignal[] = []): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => () => {
      clearTimeout(timer);
      removeListener();
      for (const signal of signals) signal.removeEventListener('abort', stop);
      settle();
    };
    const stop = end(() => reject(new DOMException('cancelled', 'AbortError')));
    const timer = setTimeout(end(resolve), milliseconds);
    const removeListener = onReconnect(end(resolve));
    for (const signal of signals) signal.addEventListener('abort', stop);
    if (signals.some(({ aborted }) => aborted)) stop();
  });
}
