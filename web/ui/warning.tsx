import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './warning.module.css';

/** Warning with its sign. One that follows a choice of the user has a frame. */
export function Warning({
  isFramed = false,
  children,
}: {
  isFramed?: boolean;
  children: ReactNode;
}) {
  return (
    <p className={styles.warning} data-framed={isFramed ? '' : undefined}>
      <TriangleAlert size={isFramed ? 18 : 16} strokeWidth={1.75} aria-hidden />
      <span>{children}</span>
    </p>
  );
}
