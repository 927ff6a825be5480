import styles from './select-all-checkbox.module.css';
import { SelectionMark } from './selection-mark.tsx';

/**
 * Check box in the header of a grid. Selects all loaded rows, or clears the selection if all are selected; `mixed` if some
 * are. Not in the tab order: Ctrl+A does the same.
 */
export function SelectAllCheckbox({
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
