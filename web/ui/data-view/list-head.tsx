import type { ReactNode } from 'react';
import styles from './list-head.module.css';
import { SearchField } from './search-field.tsx';

interface ListHeadProps {
  /** Label of the search field. */
  label: string;
  /** Label of the button that clears it. */
  clearLabel: string;
  /** Text in the search field. */
  searchText: string;
  /** Text with the number of entries, or of those that match. Announced when it changes. */
  count: string;
  /** The action of the list, such as a button for a new entry. */
  children?: ReactNode;
  onChange(searchText: string): void;
}

/** Search, number of entries and action above a list. */
export function ListHead({ count, children, ...search }: ListHeadProps) {
  return (
    <div className={styles.head}>
      <SearchField {...search} />
      <p className={styles.count} role="status">
        {count}
      </p>
      {children}
    </div>
  );
}
