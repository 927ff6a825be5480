import type { Entry } from '#contract/files.ts';
import { useEffect, useRef } from 'react';
import { neighboursOf } from './neighbours.ts';
import { stepsAhead } from './steps-ahead.ts';

export interface Steps {
  /** Straight to a file, whatever steps are under way. */
  go(path: string): void;
  /** To the file beside the one where the last step leads to. */
  step(files: readonly Entry[], to: 'previous' | 'next'): void;
}

/** Goes on from where the last step leads to, which may not be there yet: no press of a key is lost to a slow page. */
export function useSteps({ path }: Pick<Entry, 'path'>, show: (path: string) => void): Steps {
  const ahead = useRef<readonly string[]>([path]);
  useEffect(() => {
    ahead.current = stepsAhead(ahead.current, path);
  }, [path]);
  const go = (to: string) => {
    ahead.current = [to];
    show(to);
  };
  const step: Steps['step'] = (files, to) => {
    const entry = neighboursOf(files, ahead.current.at(-1) ?? path)[to];
    if (!entry) return;
    ahead.current = [...ahead.current, entry.path];
    show(entry.path);
  };
  return { go, step };
}
