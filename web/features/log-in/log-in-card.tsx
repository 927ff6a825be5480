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
