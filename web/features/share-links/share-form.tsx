import type { Entry } from '#contract/files.ts';
import { MAX_SHARE_DURATION, SHARE_UNITS } from '#contract/shares.ts';
import { formatNumber } from '../../i18n/format.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { TextField } from '../../ui/text-field.tsx';
import { PasswordChoice } from './password-choice.tsx';
import styles from './share-form.module.css';
import { Consequences } from './consequences.tsx';
import { amountOf, type ShareDraft } from './wanted-share.ts';

/** Form for the expiry and password of a new share. */
export function ShareForm({
  item,
  draft,
  failure,
  onChange,
}: {
  item: Entry;
  draft: ShareDraft;
  /** Message about the failed creation. */
  failure: string | undefined;
  onChange(draft: ShareDraft): void;
}) {
  const { t, locale } = useTranslation();
  const most = formatNumber(MAX_SHARE_DURATION, locale);
  const isWrong = amountOf(draft.amount) === undefined;
  return (
    <div className={styles.form}>
      <div className={styles.duration}>
        <TextField
          label={t('shares.endsAfter')}
          value={draft.amount}
          inputMode="numeric"
          autoComplete="off"
          autoFocus
          error={isWrong ? t('shares.endsAfterProblem', { most }) : undefined}
          onFocus={({ target }) => target.select()}
          onChange={({ target }) => onChange({ ...draft, amount: target.value })}
        />
        <UnitField draft={draft} onChange={onChange} />
      </div>
      {!isWrong && <p className={styles.hint}>{t('shares.endsAfterHint')}</p>}
      <PasswordChoice
        password={draft.password}
        onChange={(password) => onChange({ ...draft, password })}
      />
      {!isWrong && <Consequences item={item} draft={draft} />}
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {t('shares.cannotMake', { reason: failure })}
        </p>
      )}
    </div>
  );
}

function UnitField({ draft, onChange }: { draft: ShareDraft; onChange(draft: ShareDraft): void }) {
  const { t } = useTranslation();
  return (
    <label className={styles.unit}>
      <span className={styles.label}>{t('shares.unit')}</span>
      <select
        className={styles.select}
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
      </select>
    </label>
  );
}
