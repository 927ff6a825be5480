import type { Entry } from '#contract/files.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { PasswordChoice } from './password-choice.tsx';
import styles from './share-form.module.css';
import { Consequences } from './consequences.tsx';
import { ExpiryChoice } from './expiry-choice.tsx';
import { type ShareDraft, type ShareTerm, wantedShare } from './wanted-share.ts';

const TERMS: readonly ShareTerm[] = ['never', 'day', 'week', 'date', 'custom'];

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
  const { t } = useTranslation();
  return (
    <div className={styles.form}>
      <Consequences item={item} draft={draft} isValid={wantedShare(draft) !== undefined} />
      <ExpiryChoice terms={TERMS} draft={draft} onChange={onChange} />
      <PasswordChoice
        password={draft.password}
        onChange={(password) => onChange({ ...draft, password })}
      />
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {t('shares.cannotMake', { reason: failure })}
        </p>
      )}
    </div>
  );
}
