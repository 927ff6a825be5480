import type { TFunction } from 'i18next';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Menu } from '../../ui/menu.tsx';
import type { ActionContext } from '../action.ts';
import type { ActionGroups } from '../selection-actions.ts';
import { useMenuItems } from './use-menu-items.ts';

/** Names what the actions are for: an item, several, or the folder. */
function labelOf(t: TFunction, { selection }: ActionContext): string {
  const [first] = selection;
  if (first === undefined) return t('listing.folderActions');
  const count = selection.length;
  return count === 1
    ? t('listing.moreFor', { name: first.name })
    : t('listing.selectedCount', { count });
}

/** Context menu with the available actions. Closes when its items are gone, such as after they were deleted elsewhere. */
export function ContextMenu({
  groups,
  context,
  anchor,
  onClose,
}: {
  groups: ActionGroups;
  context: ActionContext;
  anchor: DOMRect;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const menuItems = useMenuItems();
  const items = menuItems(groups, context);
  const [hasSelection] = useState(context.selection.length > 0);
  const isOutdated = items.length === 0 || hasSelection !== context.selection.length > 0;
  useEffect(() => {
    if (isOutdated) onClose();
  }, [isOutdated, onClose]);
  if (isOutdated) return null;
  return <Menu label={labelOf(t, context)} items={items} anchor={anchor} onClose={onClose} />;
}
