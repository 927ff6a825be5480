import type { TFunction } from 'i18next';
import type { UploadFailure, UploadJob } from '../../state/upload-job.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { formatSize } from '../../i18n/format.ts';
import { isolate } from '../../lib/isolate.ts';

const BYTES_PER_MEGABYTE = 1_048_576;

/** Why it failed, in words. */
export function reasonText(t: TFunction, { code, failure }: UploadFailure): string {
  return code === 'refused' ? failureText(t, failure) : t(`uploads.reasons.${code}`);
}

/** How an upload stands, in a few words. */
export function stateText(t: TFunction, job: UploadJob, locale: string): string {
  const { state, size, isFolder } = job;
  const whole = isFolder ? t('uploads.folder') : isolate(formatSize(size, locale));
  switch (state.status) {
    case 'waiting':
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
    case 'retrying':
      return t('uploads.retrying', { attempt: state.attempt });
    case 'failed':
      return t('uploading.failedBecause', { reason: reasonText(t, state.reason) });
  }
}

/** That it did not begin anew, for a file that was picked again after an interruption. */
function resumedText(t: TFunction, { resumedAt, size }: UploadJob): string {
  if (resumedAt === undefined) return '';
  return `${t('uploads.resumedAt', { percent: Math.floor((100 * resumedAt) / size) })} · `;
}

/** Always in MB/s with two decimals, so that the figure does not jump about. */
export function speedText(t: TFunction, bytesPerSecond: number, locale: string): string {
  const digits = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
  const speed = (bytesPerSecond / BYTES_PER_MEGABYTE).toLocaleString(locale, digits);
  return t('uploads.speed', { speed });
}
