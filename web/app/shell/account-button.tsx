import { type ComponentType, lazy, useState } from 'react';
import { withMessages } from '../../i18n/messages.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MENU_BUTTON, toggleMenuAt } from '../../lib/menu-opener.ts';
import { useUser } from '../../state/use-session.ts';
import { LatePart } from '../../ui/late-part.tsx';
import { KeysAhead } from '../../ui/keys-ahead.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import type { AccountMenuProps } from './account-menu.tsx';
import styles from './account.module.css';
import { Avatar } from './avatar.tsx';

/** Loads the code of the menu, so that it opens at once and without a connection. */
export async function loadAccountMenu(): Promise<{ default: ComponentType<AccountMenuProps> }> {
  return { default: (await withMessages('files', import('./account-menu.tsx'))).AccountMenu };
}

/** Avatar of the user, which opens the account menu. */
export function AccountButton() {
  const { t } = useTranslation();
  const user = useUser();
  const [anchor, setAnchor] = useState<DOMRect>();
  const [Menu, setMenu] = useState(() => lazy(loadAccountMenu));
  if (!user) return null;
  const close = () => setAnchor(undefined);
  return (
    <span className={styles.account} data-part="account">
      <button
        type="button"
        className={styles.button}
        {...MENU_BUTTON}
        onClick={(event) => setAnchor(toggleMenuAt(event.currentTarget))}
      >
        <Avatar name={user.username} />
        <VisuallyHidden>{t('shell.account')} </VisuallyHidden>
        <bdi className={styles.name}>{user.username}</bdi>
      </button>
      {anchor && (
        <LatePart
          onFailure={() => {
            close();
            // A menu that cannot be loaded loads again when it is reopened.
            setMenu(() => lazy(loadAccountMenu));
          }}
          whileLoading={<KeysAhead onEscape={close} />}
        >
          <Menu user={user} anchor={anchor} onClose={close} />
        </LatePart>
      )}
    </span>
  );
}
