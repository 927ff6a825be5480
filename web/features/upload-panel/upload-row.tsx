import { CircleAlert, CircleCheck, RotateCw, X } from 'lucide-react';
import { memo } from 'react';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { isBegun, isOpen, isRetryable, percentOf, type UploadJob } from '../../state/upload-job.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOfName } from '../../ui/kind-of.ts';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './upload-row.module.css';
import { stateText } from './upload-text.ts';

/** One file or folder. Jobs are replaced when they change, so the row renders only then. */
export const UploadRow = memo(function UploadRow({
  job,
  onRetry,
  onCancel,
}: {
  job: UploadJob;
  onRetry(id: number): void;
  onCancel(id: number): void;
}) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { name } = job;
  const stateLabel = stateText(t, job, locale);
  return (
    <div className={styles.row} data-status={job.state.status}>
      <UploadGlyph job={job} />
      <div className={styles.text}>
        <bdi className={styles.name} title={job.path}>
          {job.name}
        </bdi>
        <span className={styles.state} title={stateLabel}>
          {stateLabel}
        </span>
      </div>
      <div className={styles.buttons}>
        {isRetryable(job) && (
          <IconButton
            label={t('uploads.retryOne', { name })}
            icon={RotateCw}
            size="small"
            onClick={() => onRetry(job.id)}
          />
        )}
        {isOpen(job.state) && (
          <IconButton
            label={t('uploads.cancelOne', { name })}
            icon={X}
            size="small"
            onClick={() => onCancel(job.id)}
          />
        )}
      </div>
      {isUnderWay(job) && (
        <div className={styles.bar}>
          <ProgressBar label={t('uploads.fileProgress', { name })} percent={percentOf(job)} />
        </div>
      )}
    </div>
  );
});

function isUnderWay({ state, isFolder }: UploadJob): boolean {
  return !isFolder && isBegun(state.status);
}

/** Icon of an upload by its type, or by its result once it has ended. */
function UploadGlyph({ job: { state, isFolder, name } }: { job: UploadJob }) {
  if (state.status === 'done') {
    return <CircleCheck className={styles.icon} size={24} strokeWidth={1.75} aria-hidden />;
  }
  if (state.status === 'failed') {
    return <CircleAlert className={styles.icon} size={24} strokeWidth={1.75} aria-hidden />;
  }
  return <KindGlyph kind={isFolder ? 'folder' : kindOfName(name)} />;
}
