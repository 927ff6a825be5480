import type { ReactNode } from 'react';
import { logoUrl, pageConfig, productName } from '../../api/page-config.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { LiveRegion } from '../../ui/live-region.tsx';
import { NewVersion } from './new-version.tsx';
import styles from './page-frame.module.css';
import { ThemeButton } from './theme-button.tsx';

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
