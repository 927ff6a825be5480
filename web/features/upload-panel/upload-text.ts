import type { TFunction } from 'i18next';
import { type UploadFailure, type UploadJob, wholePercent } from '../../state/upload-job.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { formatDuration } from '../../i18n/duration.ts';
import { formatSize } from '../../i18n/format.ts';
import { isolate } from '../../lib/isolate.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

/** Returns the message about a failure. */
export function reasonText(t: TFunction, { code, failure }: UploadFailure): string {
  if (code === 'refused') return failureText(t, failure);
  return t(code === 'path-too-long' ? 'refusals.path-too-long' : `uploads.reasons.${code}`);
}

/** Returns a short description of the state. */
export function stateText(t: TFunction, job: UploadJob, locale: string): string {
  const { state, size, isFolder } = job;
  const whole = isFolder ? t('uploads.folder') : isolate(formatSize(size, locale));
  switch (state.status) {
    case 'waiting':
    case 'retrying':
    case 'done':
    case 'cancelled':
      return `${t(`uploads.${state.status}`)} · ${whole}`;
    case 'sending': {
      if (isFolder) return whole;
      const done = formatSize(state.sent, locale);
      return resumedText(t, job) + t('uploads.bytes', { done, total: whole });
    }
    case 'offline':
      return t('uploading.offline');
    case 'failed':
      return t('uploading.failedBecause', { reason: reasonText(t, state.reason) });
  }
}

/** States that an upload was resumed after an interruption. */
function resumedText(t: TFunction, { resumedAt, size }: UploadJob): string {
  if (resumedAt === undefined) return '';
  return `${t('uploads.resumedAt', { percent: wholePercent(resumedAt, size) })} · `;
}

/** Formats always in MB/s with two decimals, which keeps the width stable. */
export function speedText(t: TFunction, bytesPerSecond: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const speed = (bytesPerSecond / BYTES_PER_MEGABYTE).toLocaleString(locale, digits);
  return t('uploads.speed', { speed });
}

/** Returns the remaining time in words: '34 sec left'; undefined if it is unknown. */
export function timeLeftText(
  t: TFunction,
  seconds: number | undefined,
  locale: string,
): string | undefined {
  if (seconds === undefined) return undefined;
  return t('uploads.timeLeft', { time: formatDuration(seconds, locale) });
}
