import { CHECKSUM_ALGORITHMS, type ChecksumAlgorithm } from '#contract/files.ts';
import { useEffect, useRef, useState } from 'react';
import { checksumsOf } from '../../../api/files.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { useFocusKeptIn } from '../../../ui/use-focus-kept-in.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './checksums.module.css';

const WRITTEN = { md5: 'MD5', sha1: 'SHA-1', sha256: 'SHA-256', sha512: 'SHA-512' } as const;

/** Checksums of a file, computed on demand, individually or in one pass. */
export function Checksums({ path }: { path: string }) {
  const { t } = useTranslation();
  const section = useRef<HTMLElement>(null);
  // A button that has done its work disappears.
  useFocusKeptIn(section);
  const { values, running, failure, compute, cancel } = useChecksums(path);
  const isRunning = running.length > 0;
  const missing = CHECKSUM_ALGORITHMS.filter((algorithm) => values[algorithm] === undefined);
  return (
    <section ref={section} className={styles.section} aria-label={t('info.checksums')}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('info.checksums')}</h3>
        {isRunning ? (
          <Button onClick={cancel}>{t('common.cancel')}</Button>
        ) : (
          missing.length > 1 && (
            <Button onClick={() => compute(missing)}>{t('info.computeAll')}</Button>
          )
        )}
      </div>
      <dl className={styles.list}>
        {CHECKSUM_ALGORITHMS.map((algorithm) => {
          const value = values[algorithm];
          const name = WRITTEN[algorithm];
          return (
            <div key={algorithm} className={styles.row}>
              <dt>{name}</dt>
              <dd className={styles.value}>
                {value !== undefined ? (
                  <>
                    <code className={styles.digest}>{value}</code>
                    <CopyButton label={t('info.copyChecksum', { name })} text={value} />
                  </>
                ) : running.includes(algorithm) ? (
                  <span className={styles.computing} role="status">
                    <Spinner size={16} />
                    {t('info.computing')}
                  </span>
                ) : (
                  <Button
                    variant="quiet"
                    disabled={isRunning}
                    aria-label={t('info.computeOne', { name })}
                    onClick={() => compute([algorithm])}
                  >
                    {t('info.compute')}
                  </Button>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failureText(t, failure)}
        </p>
      )}
    </section>
  );
}

type Values = Readonly<Partial<Record<ChecksumAlgorithm, string>>>;

/** Computes checksums on demand. Leaving cancels the computation on the server. */
function useChecksums(path: string) {
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
