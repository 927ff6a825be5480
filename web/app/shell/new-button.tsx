import { NO_PERMISSIONS } from '#contract/permissions.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { NEW_ITEM_GROUPS } from '../../actions/new-items.ts';
import { useMenuItems } from '../../actions/menu/use-menu-items.ts';
import { useUploadPicker } from '../../features/upload-panel/use-upload.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MENU_BUTTON, toggleMenuAt } from '../../lib/menu-opener.ts';
import { dialogs } from '../../state/dialogs.ts';
import { useUser } from '../../state/use-session.ts';
import { Menu } from '../../ui/lazy-menu.tsx';
import { HOME_ADDRESS } from '../redirect-target.ts';
import styles from './new-button.module.css';

/**
 * Button with a menu that uploads into a folder or creates something in it. Without a folder, it first opens the home
 * folder. Hidden without the permission to create.
 */
export function NewButton({
  folder,
  onLeave,
}: {
  /** Path with a trailing slash; undefined on pages without a folder. */
  folder: string | undefined;
  /** Called before an action begins. */
  onLeave?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const menuItems = useMenuItems();
  const navigate = useNavigate();
  const permissions = useUser()?.perm ?? NO_PERMISSIONS;
  const uploads = useUploadPicker();
  const [anchor, setAnchor] = useState<DOMRect>();
  if (!permissions.create) return null;

  const context = { folder: folder ?? '/', permissions, dialogs: dialogs.getState(), uploads };
  const items = menuItems(NEW_ITEM_GROUPS, context).map((item) => ({
    ...item,
    run: () => {
      onLeave?.();
      if (folder !== undefined) return item.run();
      // Leaving a page closes its dialogs, so the action begins after that.
      void Promise.resolve(navigate(HOME_ADDRESS)).then(item.run);
    },
  }));
  return (
    <>
      <button
        type="button"
        className={styles.button}
        data-part="new"
        {...MENU_BUTTON}
        onClick={(event) => setAnchor(toggleMenuAt(event.currentTarget))}
      >
        <Plus size={20} strokeWidth={2} aria-hidden />
        {t('shell.new')}
      </button>
      {anchor && (
        <Menu
          label={t('shell.new')}
          items={items}
          anchor={anchor}
          isAsWide
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
