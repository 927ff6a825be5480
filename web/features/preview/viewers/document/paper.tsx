import { type ReactNode, useRef } from 'react';
import styles from './paper.module.css';
import { useFirstFocus } from '../../../../ui/use-first-focus.ts';
import { useShownTheme } from './use-shown-theme.ts';

/**
 * Scrollable container of a document in the page's theme: a sheet of readable width, or the full width for long
 * lines.
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
