import { ArrowDown, ArrowUp } from 'lucide-react';
import styles from './sort-button.module.css';

/** Name of a column, as a button that sorts by it. An arrow shows the order. */
export function SortButton({
  label,
  description,
  order,
  tabIndex,
  onClick,
}: {
  label: string;
  /** Accessible name, if the column header does not say the order. */
  description?: string;
  /** Current order by this column; undefined if the list is sorted by another column. */
  order: 'ascending' | 'descending' | undefined;
  tabIndex?: number;
  onClick(): void;
}) {
  const Arrow = order === 'descending' ? ArrowDown : ArrowUp;
  return (
    <button
      type="button"
      className={styles.sort}
      tabIndex={tabIndex}
      data-current={order && ''}
      aria-label={description}
      onClick={onClick}
    >
      {label}
      <Arrow size={14} strokeWidth={2} aria-hidden />
    </button>
  );
}
