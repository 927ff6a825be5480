import { type ReactNode, useRef } from 'react';
import styles from './paper.module.css';
import { useFirstFocus } from './use-first-focus.ts';
import { useShownTheme } from './use-shown-theme.ts';

/**
 * Ground for what is read, in the colours of the page's theme; it scrolls, by keys too. A sheet is as wide as is read
 * well; else there is all the room for long lines.
 */
export function Paper({
  label,
  isSheet = false,
  children,
}: {
  label: string;
  isSheet?: boolean;
  children: ReactNode;
}) {
  const paper = useRef<HTMLDivElement>(null);
  useFirstFocus(paper);
  return (
    <div
      ref={paper}
      className={styles.paper}
      data-theme={useShownTheme()}
      data-sheet={isSheet || undefined}
      role="region"
      aria-label={label}
      // Scrollable areas must be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      {children}
    </div>
  );
}
