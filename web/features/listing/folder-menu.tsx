import { EllipsisVertical } from 'lucide-react';
import { useStore } from 'zustand';
import type { ActionContext } from '../../actions/action.ts';
import { menuItems } from '../../actions/menu/menu-items.ts';
import type { ActionGroups } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { starred } from '../../state/starred.ts';
import { MenuButton } from '../../ui/menu-button.tsx';

/** Button and menu of actions for the folder, where there is no room for a button each. */
export function FolderMenu({ groups, context }: { groups: ActionGroups; context: ActionContext }) {
  const { t } = useTranslation();
  // Stars can arrive while the menu is open.
  useStore(starred);
  return (
    <MenuButton
      label={t('listing.folderActions')}
      icon={EllipsisVertical}
      isBusy={context.terminal.isRunning}
      items={() => menuItems(t, groups, { ...context, selection: [] })}
    />
  );
}
