import { useState } from 'react';
import { failureText } from '../../i18n/failure-text.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/** One thing that the server is asked to do, at the press of a button, and why it was not done. */
export function useAttempt() {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  const attempt = (act: () => Promise<void>): void => {
    setBusy(true);
    setFailure(undefined);
    act()
      .catch((thrown: unknown) => setFailure(failureText(t, thrown)))
      .finally(() => setBusy(false));
  };
  return { isBusy, failure, attempt };
}
