import { type RefObject, useEffect, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import {
  asksOwnPassword,
  isRefused,
  NO_REFUSAL,
  type Refusal,
  refusalOf,
  type SentUser,
} from './refusal.ts';

/** State of submitting a form. */
export interface Submission {
  readonly busy: boolean;
  readonly refusal: Refusal;
  /** Undefined unless the server asks for it. */
  readonly ownPassword: string | undefined;
  setOwnPassword(typed: string): void;
  /** Removes the messages of fields that have been edited. */
  forget(fields: readonly string[]): void;
  /** Resolves with true if the data was stored. */
  submit(
    sent: SentUser,
    problems: Refusal,
    store: (ownPassword: string | undefined) => Promise<void>,
  ): Promise<boolean>;
}

/** Submits a form, shows messages at the rejected fields, and moves the focus there. */
export function useSubmission(form: RefObject<HTMLFormElement | null>): Submission {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const [ownPassword, setOwnPassword] = useState<string>();

  useEffect(() => {
    if (!isRefused(refusal)) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
    wrong?.focus({ preventScroll: true });
    // The save bar would cover a field that is scrolled only just into view.
    wrong?.scrollIntoView({ block: 'center' });
  }, [refusal, form]);

  const told = (failure: unknown, sent: SentUser): Refusal => {
    if (!asksOwnPassword(failure)) return refusalOf(t, failure, sent);
    setOwnPassword(ownPassword ?? '');
    const isWrong = ownPassword !== undefined && ownPassword !== '';
    const text = isWrong ? t('users.ownPasswordWrong') : t('users.ownPasswordHint');
    return { fields: { current_password: text } };
  };
  return {
    busy,
    refusal,
    ownPassword,
    setOwnPassword: (typed) => {
      setOwnPassword(typed);
      setRefusal(NO_REFUSAL);
    },
    forget: (names) => {
      const isWrong = names.some((name) => name in refusal.fields);
      if (isWrong || refusal.general !== undefined || refusal.rules) setRefusal(NO_REFUSAL);
    },
    submit: async (sent, problems, store) => {
      setRefusal(problems);
      if (isRefused(problems)) return false;
      setBusy(true);
      try {
        await store(ownPassword);
        return true;
      } catch (failure) {
        setRefusal(told(failure, sent));
        return false;
      } finally {
        setBusy(false);
      }
    },
  };
}
