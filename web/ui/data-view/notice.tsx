import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './notice.module.css';

/**
 * Message in the place of contents, in the middle of their area: why there are none, and what the user can do. `children` are its text and its
 * buttons.
 */
export function Notice({
  icon: Icon,
  drawing,
  title,
  level: Heading = 'h2',
  role,
  children,
}: {
  icon?: LucideIcon;
  /** Shown instead of an icon. */
  drawing?: ReactNode;
  title: string;
  level?: 'h1' | 'h2';
  /** `alert` for failures, `status` for what appears while the user types. */
  role?: 'alert' | 'status';
  children?: ReactNode;
}) {
  return (
    <div className={styles.notice} role={role}>
      {drawing}
      {Icon && <Icon className={styles.icon} size={56} strokeWidth={1.25} aria-hidden />}
      <Heading className={styles.title}>{title}</Heading>
      {children}
    </div>
  );
}

/** Explanation below the title of a notice. */
export function NoticeText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}
