import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { announce } from './live-region.tsx';

/** Delay before the announcement. */
const PATIENCE_MS = 1_000;

/** Announces once that something is loading, if it takes long. */
export function useSayLoading(): void {
  const { t } = useTranslation();
  const text = t('common.loading');
  useEffect(() => {
    const timer = setTimeout(() => announce(text), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
}
