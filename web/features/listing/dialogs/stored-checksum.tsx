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

/**
 * Checksum that was stored when the bytes of a file were verified, with a button that compares it with the present
 * bytes. If the file is changed while it is shown, the old checksum stays with a note.
 */
export function StoredChecksum({ path }: { path: string }) {
  const { data } = useQuery(fileQuery(path));
  const present = data?.storedChecksum;
  const [last, setLast] = useState<{ readonly path: string; readonly stored: Stored }>();
  if (present && (last?.path !== path || last.stored !== present)) {
    setLast({ path, stored: present });
  }
  const stored = present ?? (last?.path === path ? last.stored : undefined);
  return stored && <Comparison key={path} {...{ path, stored }} isChanged={data && !present} />;
}

function Comparison({
  path,
  stored,
  isChanged = false,
}: {
  path: string;
  stored: Stored;
  /** True if the file has been changed since the checksum was shown. */
  isChanged?: boolean | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const { isRunning, found, failure, verify, cancel } = useVerification(path);
  const result = isChanged ? 'changed' : found;
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
  const [found, setFound] = useState<Verification>();
  const [failure, setFailure] = useState<unknown>();
  const aborted = useRef<AbortController>(undefined);
  useEffect(() => () => aborted.current?.abort(), []);

  const verify = async () => {
    const controller = new AbortController();
    aborted.current = controller;
    setIsRunning(true);
    setFound(undefined);
    setFailure(undefined);
    try {
      setFound(await verifyFile(path, controller.signal));
    } catch (thrown) {
      if (!controller.signal.aborted) setFailure(thrown);
    }
    setIsRunning(false);
  };
  return {
    isRunning,
    found,
    failure,
    verify: () => void verify(),
    cancel: () => aborted.current?.abort(),
  };
}
