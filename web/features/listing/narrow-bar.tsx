import { Plus } from 'lucide-react';
import { memo, useState } from 'react';
import { offered } from '../../actions/action.ts';
import { Menu } from '../../ui/lazy-menu.tsx';
import { SlotContent } from '../../ui/slots.tsx';
import { FolderMenu } from './folder-menu.tsx';
import { SelectionBar } from './lazy-selection-bar.tsx';
import type { BarProps } from './selection-bar.tsx';
import styles from './listing.module.css';
import { useMenuItems } from '../../actions/menu/use-menu-items.ts';
import { CREATING, FOLDER_ACTIONS, VIEW_ACTIONS } from '../../actions/selection-actions.ts';
import { NEW_ITEM_GROUPS } from '../../actions/new-items.ts';
import { paste } from '../../actions/paste.ts';
import { MENU_BUTTON, toggleMenuAt } from '../../lib/menu-opener.ts';
import { useTranslation } from '../../i18n/use-translation.ts';

/**
 * Bottom bar on narrow screens: actions of the selection, or the button for new entries. Actions of the folder are in
 * the menu beside the path.
 */
export const NarrowBar = memo(function NarrowBar(props: BarProps) {
  return (
    <>
      <SlotContent name="folder-actions">
        <FolderMenu groups={[VIEW_ACTIONS, FOLDER_ACTIONS]} context={props.context} />
      </SlotContent>
      {props.context.selection.length === 0 ? (
        <CreateButton {...props} />
      ) : (
        <SlotContent name="bottom-bar">
          {/* The empty bar keeps its space, so that the bar covers no row that it comes after. */}
          <SelectionBar
            width="narrow"
            whileLoading={<div className={styles.selectionBar} />}
            {...props}
          />
        </SlotContent>
      )}
    </>
  );
});

function CreateButton({ context }: BarProps) {
  const { t } = useTranslation();
  const menuItems = useMenuItems();
  const [anchor, setAnchor] = useState<DOMRect>();
  if (offered(CREATING, context).length === 0) return null;
  return (
    <>
      <button
        type="button"
        className={styles.create}
        {...MENU_BUTTON}
        aria-label={t('listing.add')}
        onClick={(event) => setAnchor(toggleMenuAt(event.currentTarget))}
      >
        <Plus size={26} strokeWidth={2} aria-hidden />
      </button>
      {anchor && (
        <Menu
          label={t('listing.add')}
          items={menuItems([[paste], ...NEW_ITEM_GROUPS], context)}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
