import { MAX_SHARE_DURATION, SHARE_UNITS } from '#contract/shares.ts';
import { useId } from 'react';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { DateField } from '../../ui/form/date-field.tsx';
import { Select } from '../../ui/select.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './share-form.module.css';
import { amountOf, type ShareDraft, type ShareTerm } from './wanted-share.ts';

const DAY_MS = 86_400_000;

/** Choice of the expiry of a share: one of the usual times, a day, or a duration. */
export function ExpiryChoice({
  terms,
  draft,
  onChange,
}: {
  terms: readonly ShareTerm[];
  draft: ShareDraft;
  onChange(draft: ShareDraft): void;
}) {
  const { t } = useTranslation();
  const name = useId();
  const textOf = useTermText();
  return (
    <fieldset className={styles.terms}>
      <legend className={styles.label}>{t('shares.expiresWhen')}</legend>
      <div className={styles.chips}>
        {terms.map((term) => (
          <label key={term} className={styles.chip}>
            <input
              type="radio"
              name={name}
              value={term}
              checked={draft.term === term}
              autoFocus={draft.term === term}
              onChange={() => onChange({ ...draft, term, date: draft.date || inAWeek() })}
            />
            {textOf(term)}
          </label>
        ))}
      </div>
      {draft.term === 'date' && <DayField draft={draft} onChange={onChange} />}
      {draft.term === 'custom' && <DurationFields draft={draft} onChange={onChange} />}
    </fieldset>
  );
}

function useTermText(): (term: ShareTerm) => string {
  const { t, locale } = useTranslation();
  const days = (count: number) =>
    count.toLocaleString(locale, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return (term) => {
    if (term === 'day') return days(1);
    return term === 'week' ? days(7) : t(`shares.terms.${term}`);
  };
}

/** Returns the local day in a number of milliseconds from now, as date fields write it: `2026-11-24`. */
function dayIn(ms: number): string {
  const date = new Date(Date.now() + ms);
  const two = (value: number) => `${value}`.padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

function inAWeek(): string {
  return dayIn(7 * DAY_MS);
}

interface FieldProps {
  draft: ShareDraft;
  onChange(draft: ShareDraft): void;
}

function DayField({ draft, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <DateField
      label={t('shares.lastDay')}
      value={draft.date}
      min={dayIn(0)}
      required
      onChange={({ target }) => onChange({ ...draft, date: target.value })}
    />
  );
}

function DurationFields({ draft, onChange }: FieldProps) {
  const { t, locale } = useTranslation();
  const most = formatNumber(MAX_SHARE_DURATION, locale);
  const isWrong = amountOf(draft.amount) === undefined;
  return (
    <div>
      <div className={styles.duration}>
        <TextField
          label={t('shares.endsAfter')}
          value={draft.amount}
          inputMode="numeric"
          autoComplete="off"
          error={isWrong ? t('shares.endsAfterProblem', { most }) : undefined}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onChange({ ...draft, amount: target.value })}
        />
        <UnitField draft={draft} onChange={onChange} />
      </div>
      {!isWrong && <p className={styles.hint}>{t('shares.endsAfterHint')}</p>}
    </div>
  );
}

function UnitField({ draft, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <label className={styles.unit}>
      <span className={styles.label}>{t('shares.unit')}</span>
      <Select
        value={draft.unit}
        onChange={({ target }) => {
          const unit = SHARE_UNITS.find((known) => known === target.value);
          if (unit) onChange({ ...draft, unit });
        }}
      >
        {SHARE_UNITS.map((unit) => (
          <option key={unit} value={unit}>
            {t(`shares.units.${unit}`)}
          </option>
        ))}
      </Select>
    </label>
  );
}
