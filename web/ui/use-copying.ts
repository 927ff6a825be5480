import { useEffect, useState } from 'react';
import { CopyError, copyText } from '../lib/copy-text.ts';

/** Time for which success is shown, in milliseconds. */
const SHOWN_MS = 2_000;

/** Result of copying a text. */
export interface Copying {
  readonly text: string;
  readonly end: 'copied' | CopyError['reason'];
}

/** Copies texts to the clipboard. Keeps the last result: success for a moment, failure until the next attempt. */
export function useCopying(onEnd: (end: Copying['end']) => void) {
  const [last, setLast] = useState<Copying>();
  useEffect(() => {
    if (last?.end !== 'copied') return undefined;
    const timer = setTimeout(() => setLast(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [last]);

  const copy = (text: string): void => {
    const finish = (end: Copying['end']) => {
      setLast({ text, end });
      onEnd(end);
    };
    copyText(text).then(
      () => finish('copied'),
      (failure: unknown) => finish(failure instanceof CopyError ? failure.reason : 'denied'),
    );
  };
  return {
    copy,
    isCopied: (text: string) => last?.end === 'copied' && last.text === text,
    failed: last?.end === 'copied' ? undefined : last,
  };
}
