import { useMutation } from '@tanstack/react-query';
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

interface Sending {
  readonly sent: SentUser;
  store(ownPassword: string | undefined): Promise<void>;
}

/** Submits a form, shows messages at the rejected fields, and moves the focus there. */
export function useSubmission(form: RefObject<HTMLFormElement | null>): Submission {
  const { t } = useTranslation();
  const [refusal, setRefusal] = useState(NO_REFUSAL);
  const [ownPassword, setOwnPassword] = useState<string>();

  useEffect(() => {
    if (!isRefused(refusal)) return;
    const wrong = form.current?.querySelector<HTMLElement>('[aria-invalid="true"], [data-wrong]');
    wrong?.focus({ preventScroll: true });
    // The save bar would cover a field that is scrolled only just into view.
    wrong?.scrollIntoView({ block: 'center' });
  }, [refusal, form]);

  const refusalFor = (failure: unknown, sent: SentUser): Refusal => {
    if (!asksOwnPassword(failure)) return refusalOf(t, failure, sent);
    setOwnPassword(ownPassword ?? '');
    const isWrong = ownPassword !== undefined && ownPassword !== '';
    const text = isWrong ? t('users.ownPasswordWrong') : t('users.ownPasswordHint');
    return { fields: { current_password: text } };
  };
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ store }: Sending) => store(ownPassword),
    onError: (failure, { sent }) => setRefusal(refusalFor(failure, sent)),
    // Drops the passwords from memory.
    gcTime: 0,
  });
  return {
    busy: isPending,
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
      return mutateAsync({ sent, store }).then(
        () => true,
        () => false,
      );
    },
  };
}
