import type { ReactNode } from 'react';
import { logoUrl, productName } from '../../api/page-config.ts';
import styles from './log-in.module.css';

/** What everything on the login page stands in: one card, by whose page it is. */
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

/** In the page before there is anything to say, so that what comes into it is read out. */
export function Refusal({ children }: { children: ReactNode }) {
  return (
    <div role="alert" className={styles.refusal}>
      {children}
    </div>
  );
}
