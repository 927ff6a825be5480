import type { SignUp } from '#contract/session.ts';
import type { TFunction } from 'i18next';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../api/http.ts';
import { pageConfig } from '../../api/page-config.ts';
import { logIn } from '../../api/session.ts';
import { signUp } from '../../api/sign-up/sign-up.ts';
import { i18n } from '../../i18n/i18n.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { fieldOf } from '../../ui/form/field-of.ts';
import { type NewPassword, newPasswordProblems, NO_PASSWORD } from '../../ui/form/new-password.ts';
import { passwordRefusalText } from '../../ui/form/password-refusal.ts';
import { refusalText } from './refusal-text.ts';

interface Fields extends NewPassword {
  readonly username: string;
}

/** Messages about the fields, and in `other` about the whole form. */
interface Problems {
  readonly username?: string;
  readonly password?: string;
  readonly repeat?: string;
  readonly other?: string;
}

/** State of the sign-up form and its submission. */
export function useSignUp({ onAccountCreated }: { onAccountCreated(): void }) {
  const { t } = useTranslation();
  const [fields, setFields] = useState<Fields>({ ...NO_PASSWORD, username: '' });
  const [found, setFound] = useState<Problems>();
  const [recaptcha, setAnswer] = useState('');
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (account: SignUp) => signUp(account),
    // The router navigates after a successful login.
    onSuccess: (_, account) => logIn({ ...account, recaptcha }).catch(onAccountCreated),
    // Drops the password from memory.
    gcTime: 0,
  });
  const problems = found ?? (error === null ? {} : problemsOf(t, error));

  const submit = () => {
    const problem = problemsBefore(t, fields, recaptcha);
    setFound(problem);
    if (!problem) mutate({ ...fields, locale: i18n.language });
  };
  return {
    fields,
    change: (typed: Partial<Fields>) => {
      setFound(undefined);
      if (error !== null) reset();
      setFields((before) => ({ ...before, ...typed }));
    },
    submit,
    // A new account stays busy until the router has left the page.
    busy: isPending || isSuccess,
    errors: problems,
    refusal: problems.other,
    onAnswer: setAnswer,
  };
}

/** Validates the form before it is sent. */
function problemsBefore(t: TFunction, fields: Fields, recaptcha: string): Problems | undefined {
  if (fields.username.trim() === '') return { username: t('signUp.usernameMissing') };
  const { MinimumPasswordLength, ReCaptcha } = pageConfig();
  const problem = newPasswordProblems(t, fields, MinimumPasswordLength);
  if (problem !== undefined) return problem;
  return ReCaptcha && recaptcha === '' ? { other: t('signUp.captchaMissing') } : undefined;
}

function problemsOf(t: TFunction, failure: unknown): Problems {
  const password = passwordRefusalText(t, failure);
  if (password !== undefined) return { password };
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (status === 409) return { username: t('signUp.usernameTaken') };
  if (fieldOf(failure)) return { username: t('signUp.usernameRefused') };
  return { other: status === 405 ? t('signUp.switchedOff') : refusalText(t, failure) };
}
