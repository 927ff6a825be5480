import type { MouseEvent } from 'react';
import { MENU_BUTTON } from '../lib/menu-opener.ts';
import styles from './more-button.module.css';

/** Menu button of an entry. The keyboard has a shortcut. */
export function MoreButton({
  label,
  onClick,
}: {
  label: string;
  /** Handles clicks, unless the list does. */
  onClick?(event: MouseEvent<HTMLButtonElement>): void;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.more}
      data-part="more"
      {...MENU_BUTTON}
      aria-label={label}
      onClick={onClick}
    />
  );
}
