import type { AuditEntry } from '#contract/audit.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { EntryRow } from './entry-row.tsx';
import styles from './audit.module.css';

const COLUMNS = ['audit.what', 'audit.about', 'audit.who', 'commands.when'] as const;

/** Entries as rows, or as cards where there is little room. */
export function AuditTable({
  entries,
  isOld,
  onOnlyUser,
}: {
  entries: readonly AuditEntry[];
  /** They are still those of another filter. */
  isOld: boolean;
  onOnlyUser(name: string): void;
}) {
  const { t } = useTranslation();
  return (
    <div role="table" className={styles.table} aria-label={t('shell.audit')} aria-busy={isOld}>
      <div role="rowgroup" className={styles.head}>
        <div role="row" className={styles.columns}>
          {COLUMNS.map((label) => (
            <div key={label} role="columnheader">
              {t(label)}
            </div>
          ))}
        </div>
      </div>
      <div role="rowgroup">
        {entries.map((entry) => (
          <EntryRow key={entry.id} entry={entry} onOnlyUser={onOnlyUser} />
        ))}
      </div>
    </div>
  );
}
