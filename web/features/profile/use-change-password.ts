import type { TFunction } from 'i18next';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { changeOwnPassword, type PasswordChange } from '../../api/profile/change-password.ts';
import { ownSessionsQuery } from '../../api/profile/sessions.ts';
import { failureText, refusalOf } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { type NewPassword, newPasswordProblems, NO_PASSWORD } from '../../ui/form/new-password.ts';
import { passwordRefusalText } from '../../ui/form/password-refusal.ts';

interface Fields extends NewPassword {
  readonly current: string;
}

/** Messages about the fields, and in `other` about the whole form. */
interface Problems {
  readonly current?: string;
  readonly password?: string;
  readonly repeat?: string;
  readonly other?: string;
}

const EMPTY: Fields = { ...NO_PASSWORD, current: '' };

/** State of the password form and its submission. */
export function useChangePassword(userId: number, asksCurrent: boolean) {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [fields, setFields] = useState(EMPTY);
  const [found, setFound] = useState<Problems>();
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: (change: PasswordChange) => changeOwnPassword(userId, change),
    onSuccess: () => {
      setFields(EMPTY);
      toasts.getState().show('success', t('settings.passwordUpdated'));
      void queries.invalidateQueries(ownSessionsQuery);
    },
    // Drops the passwords from memory.
    gcTime: 0,
  });
  const problems = found ?? (error === null ? {} : problemsOf(t, error));

  const submit = () => {
    const problem = problemsBefore(t, fields, asksCurrent);
    setFound(problem);
    if (problem) return;
    mutate({ current: asksCurrent ? fields.current : undefined, wanted: fields.password });
  };
  return {
    fields,
    change: (typed: Partial<Fields>) => {
      setFound(undefined);
      if (error !== null) reset();
      setFields((before) => ({ ...before, ...typed }));
    },
    submit,
    busy: isPending,
    errors: problems,
    failure: problems.other,
  };
}

function problemsBefore(t: TFunction, fields: Fields, asksCurrent: boolean): Problems | undefined {
  if (asksCurrent && fields.current === '') return { current: t('profile.currentPasswordMissing') };
  return newPasswordProblems(t, fields, pageConfig().MinimumPasswordLength);
}

function problemsOf(t: TFunction, failure: unknown): Problems {
  if (refusalOf(failure)?.code === 'wrong-password') {
    return { current: t('profile.currentPasswordWrong') };
  }
  const password = passwordRefusalText(t, failure);
  return password === undefined ? { other: failureText(t, failure) } : { password };
}
