import { useEffect } from 'react';
import { useStore } from 'zustand';
import { isPageOutdated } from '../../api/ask-for-build.ts';
import { serverBuild } from '../../api/server-build.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onReconnect } from '../../lib/connection.ts';
import { reloadPage } from '../../lib/guard-leaving.ts';
import { Button } from '../../ui/button.tsx';
import { announce } from '../../ui/live-region.tsx';
import styles from './page-frame.module.css';

/** Offers to reload once the server hands out another page than this one, whose later parts it may lack. */
export function NewVersion() {
  const { t } = useTranslation();
  const isOther = useStore(serverBuild, (build) => build.isOther);
  useEffect(askWhenInDoubt, []);
  useEffect(() => {
    if (isOther) announce(t('public.newVersion'));
  }, [isOther, t]);
  if (!isOther) return null;
  return (
    <div className={styles.news}>
      {t('public.newVersion')}
      <Button variant="quiet" onClick={reloadPage}>
        {t('public.reload')}
      </Button>
    </div>
  );
}

/** Every answer tells of the build; these are the times at which there may have been none. */
function askWhenInDoubt(): () => void {
  const ask = () => void isPageOutdated();
  const stopAsking = onReconnect(ask);
  window.addEventListener('vite:preloadError', ask);
  return () => {
    stopAsking();
    window.removeEventListener('vite:preloadError', ask);
  };
}
