import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { announce } from './live-region.tsx';

/** Loading that ends sooner is not announced. */
const DELAY_MS = 1_000;

/** Announces once that something is loading, if it takes long. */
export function useAnnounceLoading(): void {
  const { t } = useTranslation();
  const text = t('common.loading');
  useEffect(() => {
    const timer = setTimeout(() => announce(text), DELAY_MS);
    return () => clearTimeout(timer);
  }, [text]);
}
