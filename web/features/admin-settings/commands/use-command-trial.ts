import type { CommandTrial, CommandTrialResult } from '#contract/commands.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { tryCommand } from '../../../api/administration/commands.ts';

export type TrialState =
  | { readonly kind: 'running' }
  | { readonly kind: 'ended'; readonly result: CommandTrialResult }
  | { readonly kind: 'failed'; readonly failure: unknown };

interface Tried {
  /** Command that was tried. The result does not apply after it was edited. */
  readonly line: string;
  readonly state: TrialState;
}

/** Runs a command once with an example file. It ends when it is stopped, when the command is edited, moved or removed, and when the page is left. */
export function useCommandTrial({ trigger, line }: CommandTrial) {
  const [tried, setTried] = useState<Tried>();
  const running = useRef<AbortController>(undefined);
  const stop = useCallback(() => {
    running.current?.abort();
    setTried(undefined);
  }, []);
  useEffect(() => stop, [trigger, line, stop]);

  const run = async () => {
    running.current?.abort();
    const mine = new AbortController();
    running.current = mine;
    const report = (state: TrialState) => {
      if (!mine.signal.aborted) setTried({ line, state });
    };
    report({ kind: 'running' });
    try {
      report({ kind: 'ended', result: await tryCommand({ trigger, line }, mine.signal) });
    } catch (failure) {
      report({ kind: 'failed', failure });
    }
  };
  return { state: tried?.line === line ? tried.state : undefined, run, stop };
}
