import { Search, X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isComposing } from '../../lib/keyboard.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import styles from './share-list.module.css';

/** Filters the list while typing and announces the number of matches. */
export function ShareSearch({
  wanted,
  found,
  all,
  onChange,
}: {
  wanted: string;
  found: number;
  all: number;
  onChange(wanted: string): void;
}) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    field.current?.focus();
  };
  return (
    <div className={styles.search} role="search">
      <div className={styles.field}>
        <Search className={styles.sign} size={18} strokeWidth={1.75} aria-hidden />
        <input
          ref={field}
          type="search"
          className={styles.input}
          aria-label={t('settings.shares.search')}
          placeholder={t('settings.shares.search')}
          autoComplete="off"
          spellCheck={false}
          value={wanted}
          onChange={({ target }) => onChange(target.value)}
          onKeyDown={({ key, nativeEvent }) =>
            key === 'Escape' && !isComposing(nativeEvent) && onChange('')
          }
        />
        {wanted !== '' && (
          <span className={styles.clear}>
            <IconButton
              label={t('settings.shares.clearSearch')}
              icon={X}
              size="small"
              onClick={clear}
            />
          </span>
        )}
      </div>
      <p className={styles.count} role="status">
        {found === all
          ? t('settings.shares.count', { count: all })
          : t('settings.shares.found', { count: all, shown: found, all })}
      </p>
    </div>
  );
}
