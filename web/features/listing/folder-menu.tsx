import { EllipsisVertical } from 'lucide-react';
import type { ActionContext } from '../../actions/action.ts';
import { useMenuItems } from '../../actions/menu/use-menu-items.ts';
import type { ActionGroups } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MenuButton } from '../../ui/menu-button.tsx';

/** Button and menu of actions for the folder, where there is no room for a button each. */
export function FolderMenu({ groups, context }: { groups: ActionGroups; context: ActionContext }) {
  const { t } = useTranslation();
  const menuItems = useMenuItems();
  return (
    <MenuButton
      label={t('listing.folderActions')}
      icon={EllipsisVertical}
      isBusy={context.terminal.isRunning}
      items={() => menuItems(groups, { ...context, selection: [] })}
    />
  );
}
