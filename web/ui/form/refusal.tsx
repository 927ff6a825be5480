import { CircleAlert } from 'lucide-react';
import styles from './refusal.module.css';

/** Error message of a form. It is always in the page, so that screen readers announce its changes. */
export function Refusal({ children }: { children: string | null | undefined }) {
  return (
    <div role="alert" className={styles.refusal}>
      {children && (
        <>
          <CircleAlert size={18} strokeWidth={1.75} aria-hidden />
          <span>{children}</span>
        </>
      )}
    </div>
  );
}
