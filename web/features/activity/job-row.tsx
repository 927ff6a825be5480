import { isOpen, type Job, type JobAction } from '#contract/jobs.ts';
import type { TFunction } from 'i18next';
import { Pause, Play, RotateCw, Trash2, X } from 'lucide-react';
import { actOnJob, cancelKeepingPart, forgetJob } from '../../api/jobs.ts';
import { ApiError } from '../../api/http.ts';
import { formatDuration } from '../../i18n/duration.ts';
import { formatNumber, formatPercent, formatSize } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { dialogs } from '../../state/dialogs.ts';
import {
  mayKeepPart,
  type MeasuredJob,
  progressOfJob,
  removeJob,
  setJob,
} from '../../state/jobs.ts';
import { showNotSaved } from '../../state/show-failure.ts';
import { secondsLeft } from '../../state/upload-speed.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import styles from './job-row.module.css';
import { nameOfJob, stateOfJob, titleOfJob } from './job-text.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

/** One job: its state, progress and errors, and what can be done with it. */
export function JobRow({ measured }: { measured: MeasuredJob }) {
  const { t } = useTranslation();
  const { job } = measured;
  const title = titleOfJob(t, job);
  const percent = Math.floor(100 * (progressOfJob(job)?.share ?? 0));
  return (
    <div className={styles.row} data-status={job.state}>
      <div className={styles.text}>
        <bdi className={styles.name} title={job.to ?? job.from}>
          {title}
        </bdi>
        <span className={styles.state}>
          {stateOfJob(t, job) ?? <Figures measured={measured} />}
        </span>
        {job.state === 'running' && job.current !== undefined && (
          <bdi className={styles.state}>{job.current}</bdi>
        )}
      </div>
      <div className={styles.buttons}>
        <JobButtons job={job} />
      </div>
      {isOpen(job) && (
        <div className={styles.bar}>
          <ProgressBar label={title} percent={percent} />
        </div>
      )}
      <Problems job={job} />
    </div>
  );
}

function Figures({ measured: { job, meter } }: { measured: MeasuredJob }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const progress = progressOfJob(job);
  const isOfBytes = job.bytes > 0;
  const format = isOfBytes ? formatSize : formatNumber;
  const done = format(isOfBytes ? job.bytes : job.items, locale);
  const total = isOfBytes ? job.totalBytes : job.totalItems;
  const speed = meter?.bytesPerSecond ?? 0;
  const left = progress && secondsLeft(progress.left, speed);
  const facts = [
    progress && formatPercent(Math.floor(100 * progress.share), locale),
    total === undefined
      ? done
      : t(isOfBytes ? 'acts.bytes' : 'acts.entries', { done, total: format(total, locale) }),
    isOfBytes && speed > 0 && t('uploads.speed', { speed: megabytes(speed, locale) }),
    left !== undefined && t('acts.timeLeft', { time: formatDuration(left, locale) }),
  ];
  return facts.filter((fact) => typeof fact === 'string').join(' · ');
}

function megabytes(bytes: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  return (bytes / BYTES_PER_MEGABYTE).toLocaleString(locale, digits);
}

/** Names of items that were not processed, and the number of those that stay changed. */
function Problems({ job: { kind, errors, errorCount, kept } }: { job: Job }) {
  const { t } = useTranslation();
  const locale = useLocale();
  if (errorCount === 0 && kept === undefined) return null;
  return (
    <div className={styles.problems}>
      {kept !== undefined && (
        <p>
          {t(kind === 'copy' ? 'activity.keptCopies' : 'activity.kept', {
            number: formatNumber(kept, locale),
          })}
        </p>
      )}
      {errorCount > 0 && (
        <details>
          <summary>{t('activity.leftOut', { number: formatNumber(errorCount, locale) })}</summary>
          <ul>
            {errors.map(({ item }, index) => (
              <li key={index}>
                <bdi>{item}</bdi>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

function JobButtons({ job }: { job: Job }) {
  const { t } = useTranslation();
  const name = nameOfJob(t, job);
  const { id, state } = job;
  const isPaused = state === 'paused';
  const mayRetry =
    state === 'failed' ||
    state === 'cancelled' ||
    (state === 'done' && job.kind !== 'copy' && job.errorCount > 0);
  const button = (action: JobAction, label: string, icon: typeof Pause) => (
    <IconButton label={label} icon={icon} size="small" onClick={() => perform(t, job, action)} />
  );
  if (isOpen(job)) {
    return (
      <>
        {isPaused
          ? button('resume', t('activity.resume', { name }), Play)
          : button('pause', t('activity.pause', { name }), Pause)}
        {button('cancel', t('uploads.cancelOne', { name }), X)}
      </>
    );
  }
  return (
    <>
      {mayRetry && button('retry', t('uploads.retryOne', { name }), RotateCw)}
      <IconButton
        label={t('activity.forget', { name })}
        icon={Trash2}
        size="small"
        onClick={() => void change(t, id, () => forget(id))}
      />
    </>
  );
}

/** Performs an action. Before it cancels a copy of a folder, asks whether to keep the items that are already copied. */
function perform(t: TFunction, job: Job, action: JobAction): void {
  const { id } = job;
  const act = () => void change(t, id, async () => setJob(await actOnJob(id, action)));
  if (action !== 'cancel' || !mayKeepPart(job)) return act();
  dialogs.getState().open({
    kind: 'stop-copy',
    copied: job.items,
    keep: () => void change(t, id, async () => setJob(await cancelKeepingPart(id))),
    remove: act,
  });
}

/** Changes a job on the server, and shows a failure. */
async function change(t: TFunction, id: number, send: () => Promise<unknown>): Promise<void> {
  try {
    await send();
  } catch (failure) {
    const status = failure instanceof ApiError ? failure.status : undefined;
    // Another window has removed the job.
    if (status === 404) removeJob(id);
    // 423: the state of the job has changed in the meantime, which the event stream shows.
    else if (status !== 423) showNotSaved(t, failure);
  }
}

async function forget(id: number): Promise<void> {
  await forgetJob(id);
  removeJob(id);
}
