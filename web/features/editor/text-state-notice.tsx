import { type FileInfo, rawUrl } from '#contract/files.ts';
import { useEffect, useState } from 'react';
import { downloadFrom } from '../../actions/download.ts';
import { failureText, isDiskUnavailable } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormats } from '../../state/use-formats.ts';
import { useUser } from '../../state/use-session.ts';
import { Button } from '../../ui/button.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './editor.module.css';
import { MAX_BYTES, type TextState } from './use-opened-text.ts';

/** Delay before the spinner appears, in milliseconds. */
const SHOWN_AFTER_MS = 200;

/** Shows, in the place of the text, that it is loading or why it cannot be shown. */
export function TextStateNotice({
  state,
  file,
  onRetry,
}: {
  state: Exclude<TextState, { status: 'open' }>;
  file: FileInfo;
  onRetry(): void;
}) {
  if (state.status === 'loading') return <Loading />;
  return <Reason state={state} file={file} onRetry={onRetry} />;
}

type UnreadableState = Exclude<TextState, { status: 'open' | 'loading' }>;

function Reason({
  state,
  file,
  onRetry,
}: {
  state: UnreadableState;
  file: FileInfo;
  onRetry(): void;
}) {
  const { t } = useTranslation();
  const { size } = useFormats();
  const [title, text] = titleAndText();
  return (
    <div className={styles.notText} role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {state.status === 'failed' ? (
        <RetryButton variant="primary" onClick={onRetry} />
      ) : (
        <DownloadButton path={file.path} />
      )}
    </div>
  );

  function titleAndText(): [string, string] {
    switch (state.status) {
      case 'failed':
        return [
          isDiskUnavailable(state.failure)
            ? t('errors.diskUnavailableTitle')
            : t('editor.notRead', { name: file.name }),
          failureText(t, state.failure),
        ];
      case 'too-large':
        return [t('editor.tooLargeTitle'), t('editor.tooLargeText', { most: size(MAX_BYTES) })];
      case 'binary':
        return [t('editor.binaryTitle'), t('editor.binaryText')];
    }
  }
}

function DownloadButton({ path }: { path: string }) {
  const { t } = useTranslation();
  const mayDownload = useUser()?.perm.download ?? false;
  if (!mayDownload) return null;
  return (
    <Button variant="primary" onClick={() => downloadFrom(rawUrl(path))}>
      {t('actions.download')}
    </Button>
  );
}

function Loading() {
  const { t } = useTranslation();
  useAnnounceLoading();
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = window.setTimeout(() => setLong(true), SHOWN_AFTER_MS);
    return () => window.clearTimeout(timer);
  }, []);
  return (
    <div className={styles.notText} role="status" aria-label={t('common.loading')}>
      {isLong && <Spinner size={28} />}
    </div>
  );
}
