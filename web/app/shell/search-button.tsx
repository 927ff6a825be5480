import { search } from '../../actions/search.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { openSearch } from '../../state/search-overlay.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Kbd } from '../../ui/kbd.tsx';
import styles from './header.module.css';

/** Looks like the field that it opens; where there is little room, it is its sign alone. */
export function SearchButton({ isNarrow }: { isNarrow: boolean }) {
  const { t } = useTranslation();
  const label = t(search.label);
  if (isNarrow) {
    return (
      <span className={styles.searchSign}>
        <IconButton
          label={label}
          icon={search.icon}
          shortcut="Ctrl+K"
          aria-haspopup="dialog"
          onClick={openSearch}
        />
      </span>
    );
  }
  return (
    <button type="button" className={styles.search} aria-haspopup="dialog" onClick={openSearch}>
      <search.icon size={18} strokeWidth={1.75} aria-hidden />
      {label}
      <span aria-hidden>
        <Kbd keys="Ctrl+K" />
      </span>
    </button>
  );
}
