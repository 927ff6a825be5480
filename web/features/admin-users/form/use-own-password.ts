import { useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { asksOwnPassword } from './refusal.ts';

/** Password of the administrator, for servers that require it before users are changed. */
export function useOwnPassword() {
  const { t } = useTranslation();
  const [password, setPassword] = useState<string>();
  const [error, setError] = useState<string>();
  return {
    /** Undefined until the server has asked for it. */
    password,
    /** Message about the password that was sent. */
    error,
    type: (typed: string) => {
      setPassword(typed);
      setError(undefined);
    },
    /** Returns true if a request failed because the server requires the password, and asks for it. */
    isAskedBy: (failure: unknown): boolean => {
      if (!asksOwnPassword(failure)) return false;
      setPassword(password ?? '');
      setError(t(password ? 'users.ownPasswordWrong' : 'users.ownPasswordHint'));
      return true;
    },
  };
}
