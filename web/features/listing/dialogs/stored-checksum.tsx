import type { StoredChecksum as Stored } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { fileQuery, type Verification, verifyFile } from '../../../api/files.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './checksums.module.css';

const RESULT_KEYS = {
  intact: 'info.verified',
  damaged: 'info.verifyFailed',
  changed: 'info.changedSince',
} as const;

/** The checksum that was stored when the bytes of a file were verified, and a comparison with its present bytes. */
export function StoredChecksum({ path }: { path: string }) {
  const { data } = useQuery(fileQuery(path));
  const stored = data?.storedChecksum;
  return stored && <Comparison path={path} stored={stored} />;
}

function Comparison({ path, stored }: { path: string; stored: Stored }) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { isRunning, result, failure, verify, cancel } = useVerification(path);
  return (
    <section className={styles.section} aria-label={t('info.storedChecksum')}>
      <div className={styles.head}>
        <h3 className={styles.title}>{t('info.storedChecksum')}</h3>
        {isRunning ? (
          <Button onClick={cancel}>{t('common.cancel')}</Button>
        ) : (
          <Button onClick={verify}>{t('info.verify')}</Button>
        )}
      </div>
      <dl className={styles.list}>
        <div className={styles.row}>
          <dt>SHA-256</dt>
          <dd className={styles.value}>
            <code className={styles.digest}>{stored.sha256}</code>
            <CopyButton label={t('info.copyChecksum', { name: 'SHA-256' })} text={stored.sha256} />
          </dd>
        </div>
      </dl>
      <p className={styles.note}>
        {t('info.storedAt', { date: formats.exactDate(stored.storedAt) })}
      </p>
      <p className={result === 'damaged' ? styles.failure : styles.result} role="status">
        {isRunning ? (
          <>
            <Spinner size={16} />
            {t('info.computing')}
          </>
        ) : (
          result && t(RESULT_KEYS[result])
        )}
      </p>
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failureText(t, failure)}
        </p>
      )}
    </section>
  );
}

/** Compares on demand. Leaving cancels the computation on the server. */
function useVerification(path: string) {
  const [isRunning, setIsRunning] = useState(false);
  const [result, setResult] = useState<Verification>();
  const [failure, setFailure] = useState<unknown>();
  const aborted = useRef<AbortController>(undefined);
  useEffect(() => () => aborted.current?.abort(), []);

  const verify = async () => {
    const controller = new AbortController();
    aborted.current = controller;
    setIsRunning(true);
    setResult(undefined);
    setFailure(undefined);
    try {
      setResult(await verifyFile(path, controller.signal));
    } catch (thrown) {
      if (!controller.signal.aborted) setFailure(thrown);
    }
    setIsRunning(false);
  };
  return {
    isRunning,
    result,
    failure,
    verify: () => void verify(),
    cancel: () => aborted.current?.abort(),
  };
}
