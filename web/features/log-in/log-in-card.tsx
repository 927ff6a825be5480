import type { ReactNode } from 'react';
import { logoUrl, productName } from '../../api/page-config.ts';
import styles from './log-in.module.css';

/** Card with the logo and name, around the forms of the login page. */
export function LogInCard({ children }: { children: ReactNode }) {
  return (
    <main className={styles.page}>
      <div className={styles.card}>
        <img className={styles.logo} src={logoUrl()} alt="" width={48} height={48} />
        <h1 className={styles.name}>{productName()}</h1>
        {children}
      </div>
    </main>
  );
}

/** Error message that is always in the page, so that screen readers announce its changes. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.refusal}>
      {children}
    </div>
  );
}
