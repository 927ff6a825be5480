import type { LucideIcon } from 'lucide-react';
import type { MouseEventHandler, ReactNode, Ref } from 'react';
import styles from './notice.module.css';

/**
 * Message in the place of contents, in the middle of their area: why there are none, and what the user can do. `children` are its text and its
 * buttons.
 */
export function Notice({
  icon: Icon,
  tone = 'neutral',
  drawing,
  title,
  titleRef,
  level: Heading = 'h2',
  size = 'whole',
  role,
  onContextMenu,
  children,
}: {
  icon?: LucideIcon;
  /** Colour of the icon; `danger` for failures of the server. */
  tone?: 'neutral' | 'danger';
  /** Shown instead of an icon. */
  drawing?: ReactNode;
  title: string;
  /** Makes the title focusable, so that it is read out. */
  titleRef?: Ref<HTMLHeadingElement>;
  level?: 'h1' | 'h2' | 'h3';
  /** `part` for a list that a search has emptied: smaller, and below the search. */
  size?: 'whole' | 'part';
  /** `alert` for failures, `status` for what appears while the user types. */
  role?: 'alert' | 'status';
  onContextMenu?: MouseEventHandler;
  children?: ReactNode;
}) {
  return (
    <div
      className={styles.notice}
      data-part="notice"
      data-size={size}
      role={role}
      onContextMenu={onContextMenu}
    >
      {drawing}
      {Icon && (
        <span className={styles.sign} data-tone={tone} aria-hidden>
          <Icon size={size === 'part' ? 24 : 28} strokeWidth={1.75} />
        </span>
      )}
      <Heading
        ref={titleRef}
        tabIndex={titleRef === undefined ? undefined : -1}
        className={styles.title}
      >
        {title}
      </Heading>
      {children}
    </div>
  );
}

/** Explanation below the title of a notice. */
export function NoticeText({ children }: { children: ReactNode }) {
  return <p className={styles.text}>{children}</p>;
}

/** Row of several buttons below the text of a notice. A single button needs none. */
export function NoticeActions({ children }: { children: ReactNode }) {
  return <div className={styles.actions}>{children}</div>;
}
