import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { showFailure } from '../show-failure.ts';

/**
 * Sends a request of a dialog or form, one at a time. A failure is returned for display there. After the dialog has
 * been closed, a toast reports the failure instead. `send` can ask with `isOpen` whether it has been closed.
 */
export function useRequest<Input = void>(
  send: (input: Input, isOpen: () => boolean) => Promise<unknown>,
) {
  const { t } = useTranslation();
  const isMounted = useRef(false);
  useEffect(() => {
    isMounted.current = true;
    return () => {
      isMounted.current = false;
    };
  }, []);
  const { isPending, error, mutate, reset } = useMutation({
    mutationFn: (input: Input) => send(input, () => isMounted.current),
    onError: (failure) => {
      if (!isMounted.current) showFailure(t, failure);
    },
  });
  return {
    isBusy: isPending,
    failure: error === null ? undefined : failureText(t, error),
    send: (input: Input) => {
      if (!isPending) mutate(input);
    },
    /** Removes the failure, as when the input has changed. */
    reset,
  };
}
