import { Moon, Sun } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useStore } from 'zustand';
import { isPageOutdated } from '../../api/is-page-outdated.ts';
import { logoUrl, pageConfig, productName } from '../../api/page-config.ts';
import { serverBuild } from '../../api/server-build.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { onReconnect } from '../../lib/connection.ts';
import { reloadPage } from '../../lib/guard-leaving.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { theme } from '../../state/theme.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { announce, LiveRegion } from '../../ui/live-region.tsx';
import styles from './page-frame.module.css';

/** Frame of the page with the logo, name and theme button. */
export function PageFrame({ isBusy = false, children }: { isBusy?: boolean; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <img src={logoUrl()} alt="" width={28} height={28} />
        <span className={styles.product}>{productName()}</span>
        {offersLogIn() && (
          <a className={styles.logIn} href={`${pageConfig().BaseURL}/login`}>
            {t('public.logIn')}
          </a>
        )}
        {offersSignUp() && (
          <a className={styles.logIn} href={`${pageConfig().BaseURL}/login?sign-up`}>
            {t('public.signUp')}
          </a>
        )}
        <ThemeButton />
        {isBusy && <span className={styles.progress} aria-hidden />}
      </header>
      <NewVersion />
      <main className={styles.main} aria-busy={isBusy}>
        {children}
      </main>
      <LiveRegion />
    </div>
  );
}

/** Returns true if the operator shows the login button to visitors. */
function offersLogIn(): boolean {
  const { HideLoginButton, LoginPage } = pageConfig();
  return LoginPage && !HideLoginButton;
}

/** Returns true if visitors may create an account on a login page that they are shown. */
function offersSignUp(): boolean {
  return offersLogIn() && pageConfig().Signup;
}

/** Offers to reload once the server has another version of the page, because parts of this one may be missing. */
function NewVersion() {
  const { t } = useTranslation();
  const isOther = useStore(serverBuild, (build) => build.isOther);
  useEffect(checkForUpdates, []);
  useEffect(() => {
    if (isOther) announce(t('public.newVersion'));
  }, [isOther, t]);
  if (!isOther) return null;
  return (
    <div className={styles.message}>
      {t('public.newVersion')}
      <Button variant="quiet" onClick={reloadPage}>
        {t('public.reload')}
      </Button>
    </div>
  );
}

/** Checks for updates when responses may have been missed. Returns a function that stops it. */
function checkForUpdates(): () => void {
  const ask = () => void isPageOutdated();
  const stopAsking = onReconnect(ask);
  window.addEventListener('vite:preloadError', ask);
  return () => {
    stopAsking();
    window.removeEventListener('vite:preloadError', ask);
  };
}

/** Switches between light and dark. The choice is stored in this browser. */
function ThemeButton() {
  const { t } = useTranslation();
  const chosen = useStore(theme);
  const systemIsDark = useMediaQuery('(prefers-color-scheme: dark)');
  const isDark = chosen.theme === 'system' ? systemIsDark : chosen.theme === 'dark';
  return (
    <IconButton
      label={isDark ? t('public.light') : t('public.dark')}
      icon={isDark ? Sun : Moon}
      onClick={() => chosen.choose(isDark ? 'light' : 'dark')}
    />
  );
}
