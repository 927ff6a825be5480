import type { AuditEntry } from '#contract/audit.ts';
import { Ban, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import { entrySentenceParts, type SentencePart } from '../../i18n/entry-sentence.ts';
import { formatTime, formatToTheSecond } from '../../i18n/format.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ACTION_ICONS } from './action-icons.ts';
import styles from './audit.module.css';
import { EntryFacts } from './entry-facts.tsx';
import { type Outcome, outcomeOf, outcomeText } from './outcome.ts';

/** Row of one entry: a sentence, further facts below it, the client address, and the time of day. */
export function EntryRow({
  entry,
  isNarrow,
  onOnlyUser,
}: {
  entry: AuditEntry;
  /** True if the address is among the facts and has no column of its own. */
  isNarrow: boolean;
  onOnlyUser(name: string): void;
}) {
  const { t } = useTranslation();
  const { act, status, username } = entry;
  const Icon = ACTION_ICONS[act];
  const outcome = outcomeOf(entry);
  const parts = entrySentenceParts(t, entry, status < 400);
  // The sentence of a failed login contains the address.
  const address = act === 'sign-in' && status >= 400 ? undefined : <Address of={entry} />;
  return (
    <li className={styles.row} data-outcome={outcome}>
      <span className={styles.mark}>
        <Icon data-act={act} size={18} strokeWidth={1.75} aria-hidden />
      </span>
      <div className={styles.what}>
        <p className={styles.sentence}>
          {parts.map((part, index) => (
            <Part key={index} part={part} name={username} onOnlyUser={onOnlyUser} />
          ))}
        </p>
        <p className={styles.facts}>
          {outcome !== 'done' && <OutcomeMark entry={entry} outcome={outcome} />}
          <EntryFacts entry={entry} isNamed={parts.some(({ kind }) => kind === 'name')} />
          {isNarrow && address}
        </p>
      </div>
      {!isNarrow && <span className={styles.addresses}>{address}</span>}
      <When at={entry.at} />
    </li>
  );
}

/** Part of the sentence. The user is a button that shows only their entries. */
function Part({
  part: { kind, text },
  name,
  onOnlyUser,
}: {
  part: SentencePart;
  name: string;
  onOnlyUser(name: string): void;
}) {
  const { t } = useTranslation();
  if (kind === 'words') return text;
  if (kind === 'name') return <strong>{text}</strong>;
  return (
    <button
      type="button"
      className={styles.user}
      title={t('audit.onlyUser', { name })}
      onClick={() => onOnlyUser(name)}
    >
      <bdi>{text}</bdi>
    </button>
  );
}

const OUTCOME_ICONS: Readonly<Record<Exclude<Outcome, 'done'>, LucideIcon>> = {
  'failed-after': TriangleAlert,
  'refused-by-command': Ban,
  refused: Ban,
  failed: CircleX,
};

function OutcomeMark({ entry, outcome }: { entry: AuditEntry; outcome: Exclude<Outcome, 'done'> }) {
  const { t } = useTranslation();
  const Icon = OUTCOME_ICONS[outcome];
  return (
    <span className={styles.outcome}>
      <Icon size={14} strokeWidth={2} aria-hidden />
      {outcomeText(t, entry, outcome)}
    </span>
  );
}

function Address({ of: { address } }: { of: AuditEntry }) {
  return (
    <bdi className={styles.address} dir="ltr">
      {address}
    </bdi>
  );
}

/** Time of day, below the heading of the day. The date is in the tooltip, and read by screen readers. */
function When({ at }: { at: number }) {
  const locale = useLocale();
  const when = new Date(at);
  const exact = formatToTheSecond(when, locale);
  return (
    <time className={styles.when} dateTime={when.toISOString()} title={exact}>
      <span aria-hidden>{formatTime(when, locale)}</span>
      <VisuallyHidden>{exact}</VisuallyHidden>
    </time>
  );
}
