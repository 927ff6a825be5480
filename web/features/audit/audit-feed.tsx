import type { AuditEntry } from '#contract/audit.ts';
import { daysOf } from '../../i18n/days-of.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { CARDS } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import styles from './audit.module.css';
import { EntryRow } from './entry-row.tsx';

/** Entries by day, the latest first. */
export function AuditFeed({
  entries,
  isOld,
  onOnlyUser,
}: {
  entries: readonly AuditEntry[];
  /** True while the entries of another filter are shown. */
  isOld: boolean;
  onOnlyUser(name: string): void;
}) {
  const { t, locale } = useTranslation();
  const isNarrow = useMediaQuery(CARDS);
  return (
    <section className={styles.feed} aria-label={t('shell.audit')} aria-busy={isOld}>
      {daysOf(entries, ({ at }) => at, locale).map(({ title, items }) => (
        <section key={title} aria-label={title}>
          <h2 className={styles.day}>{title}</h2>
          <ul>
            {items.map((entry) => (
              <EntryRow key={entry.id} entry={entry} isNarrow={isNarrow} onOnlyUser={onOnlyUser} />
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
