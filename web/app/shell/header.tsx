import { Menu as MenuIcon } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../ui/icon-button.tsx';
import { SlotPlace } from '../../ui/slots.tsx';
import { Brand } from './brand.tsx';
import styles from './header.module.css';
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
      <SlotPlace name="header-actions" className={styles.actions} />
      {!onMenu && <ThemeButton />}
    </header>
  );
}
