import { useMutation } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { acceptInvitation } from '../../api/invitations.ts';
import { pageConfig } from '../../api/page-config.ts';
import { logIn } from '../../api/session.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { toasts } from '../../state/toasts.ts';
import { type NewPassword, newPasswordProblems, NO_PASSWORD } from '../../ui/form/new-password.ts';
import { passwordRefusalText } from '../../ui/form/password-refusal.ts';
import { refusalText } from './refusal-text.ts';

interface Problems {
  readonly password?: string;
  readonly repeat?: string;
  readonly other?: string;
}

/** State of the form in which an invited user chooses a password, and its submission, which logs the user in. */
export function useInvitation({ token, username }: { token: string; username: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [fields, setFields] = useState<NewPassword>(NO_PASSWORD);
  const [found, setFound] = useState<Problems>();
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: (password: string) => acceptInvitation({ token, password }),
    onSuccess: async (_, password) => {
      // Before the login, because a browser in which another user is logged in reloads the page then.
      await navigate('/login', { replace: true });
      await logIn({ username, password }).catch(() => {
        // Such as where logging in needs a CAPTCHA.
        toasts.getState().show('success', t('invitation.done'));
      });
    },
    // Drops the password from memory.
    gcTime: 0,
  });
  const submit = () => {
    const problem = newPasswordProblems(t, fields, pageConfig().MinimumPasswordLength);
    setFound(problem);
    if (!problem) mutate(fields.password);
  };
  return {
    fields,
    change: (typed: NewPassword) => {
      setFound(undefined);
      if (error !== null) reset();
      setFields(typed);
    },
    submit,
    busy: isPending || isSuccess,
    error,
    problems: found ?? (error === null ? {} : problemsOf(t, error)),
  };
}

function problemsOf(t: TFunction, failure: unknown): Problems {
  const password = passwordRefusalText(t, failure);
  return password === undefined ? { other: refusalText(t, failure) } : { password };
}
