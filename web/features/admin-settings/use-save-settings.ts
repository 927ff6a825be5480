import type { ShownSettings } from '#contract/settings.ts';
import type { TFunction } from 'i18next';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useMemo, useState } from 'react';
import { settingsQuery, updateSettings } from '../../api/administration/settings.ts';
import { changePageConfig, forgetPictures } from '../../api/page-config.ts';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { followConfiguredTheme } from '../../state/theme.ts';
import { toasts } from '../../state/toasts.ts';
import { applyBrandColour } from '../../ui/brand-colour.ts';
import { fieldOf, fieldText } from '../../ui/form/field-of.ts';
import { useDraft } from '../../ui/form/use-draft.ts';
import { filledLines, withoutEmptyLines } from './commands/command-lists.ts';
import { problemsOf } from './problems-of.ts';
import {
  changedSettings,
  fieldsOf,
  settingsChangesOf,
  type SettingsFields,
} from './settings-fields.ts';
import type { SettingsProblems } from './settings-form.ts';

/** Recognized by identity: every other object has a problem. */
const NO_PROBLEMS: SettingsProblems = {};

/** Draft of the settings, and saving it. Only changed fields are sent, so that changes made elsewhere are kept. */
export function useSaveSettings(settings: ShownSettings, form: RefObject<HTMLFormElement | null>) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const draft = useDraft<SettingsFields>(fieldsOf(settings));
  const [wrong, setWrong] = useState(NO_PROBLEMS);

  /** Updates the cached settings and the draft after values were saved. */
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
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (sent: Partial<SettingsFields>) => updateSettings(settingsChangesOf(sent)),
    onSuccess: (_, sent) => settle(sent),
  });
  const refused = useMemo(() => problemsIn(t, error), [t, error]);
  const problems = wrong === NO_PROBLEMS ? refused : wrong;
  useFocusOnWrong(form, problems);

  const forget = () => {
    setWrong(NO_PROBLEMS);
    if (error !== null) reset();
  };
  return {
    draft,
    busy: isPending,
    problems,
    failure: failureOf(t, error, problems),
    change(fields: Partial<SettingsFields>): void {
      forget();
      draft.change(fields);
    },
    discard(): void {
      forget();
      draft.reset();
    },
    save(): void {
      forget();
      const { commands, foldersWithoutVersions: folders } = draft.changes;
      const cleaned = {
        ...(commands && { commands: withoutEmptyLines(commands) }),
        ...(folders && { foldersWithoutVersions: filledLines(folders) }),
      };
      // The server identifies invalid commands by their index in the request.
      draft.change(cleaned);
      const found = problemsOf(t, draft.draft);
      if (Object.keys(found).length > 0) setWrong(found);
      else mutate({ ...draft.changes, ...cleaned });
    },
  };
}

/** Returns the field that the server rejected, with the reason. */
function problemsIn(t: TFunction, refusal: Error | null): SettingsProblems {
  const field = fieldOf(refusal)?.field;
  const reason = fieldText(t, refusal);
  return field === undefined || reason === undefined ? NO_PROBLEMS : { [field]: reason };
}

/** Returns the message beside Save. */
function failureOf(t: TFunction, refusal: Error | null, problems: SettingsProblems) {
  if (problems !== NO_PROBLEMS) return t('global.wrongFields');
  return refusal === null ? undefined : failureText(t, refusal);
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

/** Applies stored settings to this page without reloading it. */
function followSettings(settings: ShownSettings): void {
  const { branding, shell } = settings;
  changePageConfig({
    Color: branding.color,
    DisableExternal: branding.disableExternal,
    DisableUsedPercentage: branding.disableUsedPercentage,
    HideLoginButton: settings.hideLoginButton,
    MinimumPasswordLength: settings.minimumPasswordLength,
    Name: branding.name,
    ...(shell.length === 0 && { ShellAccess: false }),
    Signup: settings.signup,
    Theme: branding.theme,
    Trash: settings.retention.trash,
    TusSettings: settings.tus,
    Versions: settings.retention.versions,
  });
  applyBrandColour(branding.color);
  followConfiguredTheme(branding.theme);
}
