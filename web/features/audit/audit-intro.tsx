import type { AuditPage } from '#contract/audit.ts';
import { remembered } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './audit.module.css';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Explains the content and retention of the audit log. */
export function AuditIntro({ page }: { page: AuditPage | undefined }) {
  const { t, locale } = useTranslation();
  return (
    <p className={styles.intro}>
      {t('audit.intro')}
      {page && ` ${t('audit.kept', { time: keptText(page.keptMs, locale) })}`}
      {page?.keepsDownloads === false && ` ${t('audit.noDownloads')}`}
    </p>
  );
}

/** Formats the retention time, in hours below one day. */
function keptText(keptMs: number, locale: string): string {
  if (keptMs >= DAY_MS) return timeFormat(locale, 'day').format(Math.floor(keptMs / DAY_MS));
  return timeFormat(locale, 'hour').format(Math.max(1, Math.round(keptMs / HOUR_MS)));
}

const timeFormat = remembered(
  (locale: string, unit: string) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }),
);
