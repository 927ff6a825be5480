import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SlotPlace } from '../../ui/slots.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
import { SearchButton } from './search-button.tsx';
import { ThemeButton } from './theme-button.tsx';

/** `onMenu` is there when the sidebar is a drawer. */
export function Header({ onMenu }: { onMenu: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <header className={styles.header} data-part="header">
      {onMenu && (
        <IconButton
          label={t('shell.menu')}
          icon={MenuIcon}
          aria-haspopup="dialog"
          onClick={onMenu}
        />
      )}
      <Brand />
      <SearchButton isNarrow={onMenu !== undefined} />
      <SlotPlace name="header-actions" className={styles.actions} />
      {!onMenu && <ThemeButton />}
    </header>
  );
}
