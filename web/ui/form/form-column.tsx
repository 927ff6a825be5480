import type { FocusEvent, ReactNode } from 'react';
import styles from './form-column.module.css';

/** Column layout of a settings page, from its first group to its save bar. */
export function FormColumn({ children }: { children: ReactNode }) {
  return (
    <div className={styles.column} onFocus={showWholeTextArea}>
      {children}
    </div>
  );
}

/** Scrolls a text area to above the save bar. Browsers scroll only the caret into view, without the margins of the style sheet. */
function showWholeTextArea({ target }: FocusEvent): void {
  if (target instanceof HTMLTextAreaElement) target.scrollIntoView({ block: 'nearest' });
}
