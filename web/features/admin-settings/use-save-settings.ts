import type { GlobalSettings } from '#contract/settings.ts';
import { useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useState } from 'react';
import { settingsQuery, updateSettings } from '../../api/administration/settings.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { fieldOf, fieldText } from '../../ui/form/field-of.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { withoutEmptyLines } from './commands/command-lists.ts';
import { followSettings, forgetPictures } from './follow-settings.ts';
import { problemsOf } from './problems-of.ts';
import {
  changedSettings,
  fieldsOf,
  settingsChangesOf,
  type SettingsFields,
} from './settings-fields.ts';
import type { SettingsProblems } from './settings-form.ts';

const NO_PROBLEMS: SettingsProblems = {};

/** Draft of the settings, and saving it. Only changed fields are sent, so that changes made elsewhere are kept. */
export function useSaveSettings(settings: GlobalSettings, form: RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const draft = useDraft<SettingsFields>(fieldsOf(settings));
  const [busy, setBusy] = useState(false);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  const [failure, setFailure] = useState<string>();
  useFocusOnWrong(form, problems);

  const forget = () => {
    setProblems(NO_PROBLEMS);
    setFailure(undefined);
  };
  const settle = async (sent: Partial<SettingsFields>) => {
    const { queryKey } = settingsQuery;
    queries.setQueryData(
      queryKey,
      (known) => known && changedSettings(known, settingsChangesOf(sent)),
    );
    // The server may have normalized the values.
    await queries.invalidateQueries({ queryKey });
    draft.settle(sent);
    const now = queries.getQueryData(queryKey);
    if (now) followSettings(now);
    if (sent['branding.files'] !== undefined) forgetPictures();
    toasts.getState().show('success', t('settings.settingsUpdated'));
  };
  const store = async (sent: Partial<SettingsFields>) => {
    setBusy(true);
    try {
      await updateSettings(settingsChangesOf(sent));
      await settle(sent);
    } catch (refusal) {
      const field = fieldOf(refusal)?.field;
      const reason = fieldText(t, refusal);
      if (field === undefined || reason === undefined) setFailure(failureText(t, refusal));
      else setProblems({ [field]: reason });
    } finally {
      setBusy(false);
    }
  };

  return {
    draft,
    busy,
    problems,
    failure: failure ?? (problems === NO_PROBLEMS ? undefined : t('global.wrongFields')),
    change(fields: Partial<SettingsFields>): void {
      forget();
      draft.change(fields);
    },
    discard(): void {
      forget();
      draft.reset();
    },
    async save(): Promise<void> {
      forget();
      const { commands } = draft.changes;
      const cleaned = commands && { commands: withoutEmptyLines(commands) };
      // The server identifies invalid commands by their index in the request.
      if (cleaned) draft.change(cleaned);
      const wrong = problemsOf(t, draft.draft);
      if (Object.keys(wrong).length > 0) return setProblems(wrong);
      await store({ ...draft.changes, ...cleaned });
    },
  };
}

/** Moves the focus to the first invalid field, which may be out of view. */
function useFocusOnWrong(form: RefObject<HTMLFormElement | null>, problems: SettingsProblems) {
  useEffect(() => {
    if (problems === NO_PROBLEMS) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
    wrong?.focus({ preventScroll: true });
    // The save bar would cover a field that is scrolled only just into view.
    wrong?.scrollIntoView({ block: 'center' });
  }, [form, problems]);
}
