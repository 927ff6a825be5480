import type { NewShare, Share } from '#contract/shares.ts';
import { useState } from 'react';
import { changeShare } from '../../api/shares.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRequest } from '../../state/forms/use-request.ts';
import { Button } from '../../ui/button.tsx';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { PasswordChoice } from './password-choice.tsx';
import styles from './share-form.module.css';
import { ExpiryChoice } from './expiry-choice.tsx';
import { EMPTY_DRAFT, type ShareDraft, type ShareTerm, wantedChanges } from './wanted-share.ts';

const TERMS: readonly ShareTerm[] = ['keep', 'never', 'day', 'week', 'date', 'custom'];

/** Form that changes the expiry and the password of a share, in its card. */
export function ShareEditor({
  share,
  onChanged,
  onCancel,
}: {
  share: Share;
  /** `password` is the new one, which is shown once. */
  onChanged(changed: Share, password: string | undefined): void;
  onCancel(): void;
}) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<ShareDraft>({ ...EMPTY_DRAFT, term: 'keep' });
  const { isBusy, failure, send } = useRequest(async (wanted: NewShare) =>
    onChanged(await changeShare(share.hash, wanted), wanted.password || undefined),
  );
  const wanted = wantedChanges(draft);
  return (
    <div className={styles.editor} role="group" aria-label={t('shares.edit')}>
      <ExpiryChoice terms={TERMS} draft={draft} onChange={setDraft} />
      {!draft.removesPassword && (
        <PasswordChoice
          password={draft.password}
          hint={share.hasPassword ? t('shares.passwordKept') : undefined}
          onChange={(password) => setDraft({ ...draft, password })}
        />
      )}
      {share.hasPassword && (
        <CheckboxField
          label={t('shares.removePassword')}
          checked={draft.removesPassword}
          onChange={(removesPassword) => setDraft({ ...draft, removesPassword })}
        />
      )}
      {failure !== undefined && (
        <p className={styles.failure} role="alert">
          {failure}
        </p>
      )}
      <div className={styles.editorButtons}>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
        <Button
          variant="primary"
          busy={isBusy}
          disabled={wanted === undefined}
          onClick={() => wanted && send(wanted)}
        >
          {t('editor.save')}
        </Button>
      </div>
    </div>
  );
}
