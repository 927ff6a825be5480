import type { TokenUser } from '#contract/session.ts';
import { type ReactNode, useId } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useLeaveGuard } from '../../state/forms/use-leave-guard.ts';
import { CheckboxField } from '../../ui/form/checkbox-field.tsx';
import { FieldGroup } from '../../ui/form/field-group.tsx';
import { SaveBar } from '../../ui/form/save-bar.tsx';
import { useDraft } from '../../ui/form/use-draft.ts';
import { Appearance } from './appearance.tsx';
import { preferencesOf } from './preferences-of.ts';
import { useSavePreferences } from './use-save-preferences.ts';

/** Form for the preferences of the user. `children` are rendered between the fields and the save bar, and save their own data. */
export function Preferences({ user, children }: { user: TokenUser; children: ReactNode }) {
  const { t } = useTranslation();
  const form = useId();
  const { draft, change, changes, isChanged, reset, settle } = useDraft(preferencesOf(user));
  const { save, busy, failure, forget } = useSavePreferences({ onSaved: settle });
  useLeaveGuard(isChanged);
  return (
    <>
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isChanged && !busy) save(changes);
        }}
      >
        <FieldGroup title={t('profile.files')} explanation={t('profile.filesHint')}>
          <CheckboxField
            label={t('preferences.hideDotfiles')}
            hint={t('preferences.hideDotfilesHint')}
            checked={draft.hideDotfiles}
            onChange={(hideDotfiles) => change({ hideDotfiles })}
          />
          <CheckboxField
            label={t('preferences.singleClick')}
            checked={draft.singleClick}
            onChange={(singleClick) => change({ singleClick })}
          />
          <CheckboxField
            label={t('preferences.dateFormat')}
            hint={t('preferences.dateFormatHint')}
            checked={draft.dateFormat}
            onChange={(dateFormat) => change({ dateFormat })}
          />
          <CheckboxField
            label={t('preferences.redirect')}
            checked={draft.redirectAfterCopyMove}
            onChange={(redirectAfterCopyMove) => change({ redirectAfterCopyMove })}
          />
        </FieldGroup>
        <Appearance draft={draft} onChange={change} />
      </form>
      {children}
      <SaveBar
        form={form}
        isChanged={isChanged}
        busy={busy}
        failure={failure}
        onDiscard={() => {
          forget();
          reset();
        }}
      />
    </>
  );
}
