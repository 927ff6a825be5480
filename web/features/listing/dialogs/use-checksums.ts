import type { ChecksumAlgorithm } from '#contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import { checksumsOf } from '../../../api/files.ts';

type Values = Readonly<Partial<Record<ChecksumAlgorithm, string>>>;

/** Checksums of a file, computed when asked for. Leaving stops the work on the server, too. */
export function useChecksums(path: string) {
  const [values, setValues] = useState<Values>({});
  const [running, setRunning] = useState<readonly ChecksumAlgorithm[]>([]);
  const [failure, setFailure] = useState<unknown>();
  const aborted = useRef<AbortController>(undefined);
  useEffect(() => () => aborted.current?.abort(), []);

  const compute = async (algorithms: readonly ChecksumAlgorithm[]) => {
    const controller = new AbortController();
    aborted.current = controller;
    setRunning(algorithms);
    setFailure(undefined);
    try {
      const found = await checksumsOf(path, algorithms, controller.signal);
      setValues((known) => ({ ...known, ...found }));
    } catch (thrown) {
      if (!controller.signal.aborted) setFailure(thrown);
    }
    setRunning([]);
  };
  return {
    values,
    running,
    failure,
    compute: (algorithms: readonly ChecksumAlgorithm[]) => void compute(algorithms),
    cancel: () => aborted.current?.abort(),
  };
}
