import type { TFunction } from 'i18next';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { changeOwnPassword } from '../../api/profile/change-password.ts';
import { ownSessionsQuery } from '../../api/profile/sessions.ts';
import { failureText, refusalOf } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { type NewPassword, NO_PASSWORD, passwordProblem } from '../../ui/form/new-password.ts';
import { passwordRefusalText } from '../../ui/form/password-refusal.ts';

interface Fields extends NewPassword {
  readonly current: string;
}

/** Messages of the fields and of the whole form. */
interface Trouble {
  readonly current?: string;
  readonly wanted?: string;
  readonly repeat?: string;
  readonly other?: string;
}

const EMPTY: Fields = { ...NO_PASSWORD, current: '' };

/** State of the password form and its submission. */
export function useChangePassword(userId: number, asksCurrent: boolean) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [fields, setFields] = useState(EMPTY);
  const [trouble, setTrouble] = useState<Trouble>({});
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    const found = troubleBefore(t, fields, asksCurrent);
    setTrouble(found ?? {});
    if (found) return;
    setBusy(true);
    try {
      await changeOwnPassword(userId, {
        current: asksCurrent ? fields.current : undefined,
        wanted: fields.password,
      });
      setFields(EMPTY);
      toasts.getState().show('success', t('settings.passwordUpdated'));
      void queries.invalidateQueries(ownSessionsQuery);
    } catch (failure) {
      setTrouble(troubleOf(t, failure));
    } finally {
      setBusy(false);
    }
  };
  return {
    fields,
    change: (typed: Partial<Fields>) => {
      setTrouble({});
      setFields((before) => ({ ...before, ...typed }));
    },
    submit,
    busy,
    errors: trouble,
    failure: trouble.other,
  };
}

function troubleBefore(t: TFunction, fields: Fields, asksCurrent: boolean): Trouble | undefined {
  if (asksCurrent && fields.current === '') return { current: t('profile.currentPasswordMissing') };
  const least = pageConfig().MinimumPasswordLength;
  const problem = passwordProblem(fields, least);
  if (problem === 'missing') return { wanted: t('form.passwordMissing') };
  if (problem === 'too-short') return { wanted: t('form.passwordTooShort', { count: least }) };
  if (problem === undefined) return undefined;
  // A mismatch is already shown at the fields while typing.
  return fields.repeat === '' ? { repeat: t('form.passwordOnceMore') } : {};
}

function troubleOf(t: TFunction, failure: unknown): Trouble {
  if (refusalOf(failure)?.code === 'wrong-password') {
    return { current: t('profile.currentPasswordWrong') };
  }
  const wanted = passwordRefusalText(t, failure);
  return wanted === undefined ? { other: failureText(t, failure) } : { wanted };
}
