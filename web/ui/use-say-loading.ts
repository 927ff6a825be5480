import { useEffect } from 'react';
import { useTranslation } from '../i18n/use-translation.ts';
import { announce } from './live-region.tsx';

/** Most things are there before it would have been said. */
const PATIENCE_MS = 1_000;

/** Says that something is still on its way, for as long as this is mounted; once, and only when it takes long. */
export function useSayLoading(): void {
  const { t } = useTranslation();
  const text = t('common.loading');
  useEffect(() => {
    const timer = setTimeout(() => announce(text), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [text]);
}
