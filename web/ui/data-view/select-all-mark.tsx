import styles from './select-all-mark.module.css';
import { SelectionMark } from './selection-mark.tsx';

/** Check mark above those of the rows, which selects all of them, or none if all are selected. */
export function SelectAllMark({
  label,
  selected,
  count,
  onSelectAll,
  onClear,
}: {
  label: string;
  /** Number of selected rows. */
  selected: number;
  /** Number of rows. */
  count: number;
  onSelectAll(): void;
  onClear(): void;
}) {
  const isAll = selected === count;
  return (
    <button
      type="button"
      role="checkbox"
      className={styles.all}
      tabIndex={-1}
      aria-label={label}
      aria-checked={isAll || (selected > 0 && 'mixed')}
      onClick={isAll ? onClear : onSelectAll}
    >
      <SelectionMark />
    </button>
  );
}
