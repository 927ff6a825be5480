import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { isComposing } from '../../lib/keyboard.ts';
import { IconButton } from '../icon-button.tsx';
import styles from './search-field.module.css';

/** Field that filters a list while the user types. Escape and a button clear it. */
export function SearchField({
  label,
  clearLabel,
  searchText,
  onChange,
}: {
  label: string;
  clearLabel: string;
  searchText: string;
  onChange(searchText: string): void;
}) {
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    field.current?.focus();
  };
  return (
    <div className={styles.field} role="search">
      <Search className={styles.icon} size={18} strokeWidth={1.75} aria-hidden />
      <input
        ref={field}
        type="search"
        className={styles.input}
        aria-label={label}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        value={searchText}
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key, nativeEvent }) =>
          key === 'Escape' && !isComposing(nativeEvent) && onChange('')
        }
      />
      {searchText !== '' && (
        <span className={styles.clear}>
          <IconButton label={clearLabel} icon={X} size="small" onClick={clear} />
        </span>
      )}
    </div>
  );
}
