import type { AuditEntry } from '#contract/audit.ts';
import { remembered } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormats } from '../../state/use-formats.ts';
import { NameText } from '../../ui/entry-name.tsx';
import { ACTION_ICONS } from './action-icons.ts';
import { EntryAbout } from './entry-about.tsx';
import { outcomeOf, outcomeText } from './outcome.ts';
import styles from './audit.module.css';

/** One entry: what and how it has ended, what it was about, who and from where, and when. */
export function EntryRow({
  entry,
  onOnlyUser,
}: {
  entry: AuditEntry;
  onOnlyUser(name: string): void;
}) {
  const { t } = useTranslation();
  const { act } = entry;
  const Icon = ACTION_ICONS[act];
  return (
    <div role="row" className={styles.row} data-outcome={outcomeOf(entry)}>
      <div role="cell" className={styles.what}>
        <Icon className={styles.mark} data-act={act} size={20} strokeWidth={1.75} aria-hidden />
        <span className={styles.act}>{t(`audit.acts.${act}`)}</span>
        <span className={styles.outcome}>{outcomeText(t, entry)}</span>
      </div>
      <div role="cell" className={styles.about}>
        <EntryAbout entry={entry} />
      </div>
      <div role="cell" className={styles.who}>
        <Who name={entry.username} onOnly={onOnlyUser} />
        <bdi className={styles.address} dir="ltr">
          {entry.address}
        </bdi>
      </div>
      <div role="cell" className={styles.when}>
        <When at={entry.at} />
      </div>
    </div>
  );
}

function Who({ name, onOnly }: { name: string; onOnly(name: string): void }) {
  const { t } = useTranslation();
  if (name === '') return <span className={styles.nobody}>{t('audit.noName')}</span>;
  return (
    <button
      type="button"
      className={styles.user}
      title={t('audit.onlyUser', { name })}
      onClick={() => onOnly(name)}
    >
      <bdi>
        <NameText text={name} />
      </bdi>
    </button>
  );
}

function When({ at }: { at: number }) {
  const { locale } = useTranslation();
  const formats = useFormats();
  const when = new Date(at);
  const [told, exact] = [formats.date(when.toISOString()), formats.exactDate(when.toISOString())];
  return (
    <time dateTime={when.toISOString()} title={toTheSecond(locale).format(when)}>
      <bdi>{told}</bdi>
      {told !== exact && <bdi className={styles.exact}>{exact}</bdi>}
    </time>
  );
}

const toTheSecond = remembered(
  (locale: string) => new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'medium' }),
);
