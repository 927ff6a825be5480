import { useTranslation } from '../../i18n/use-translation.ts';
import { Menu } from '../../ui/menu.tsx';
import type { ActionContext } from '../action.ts';
import type { ActionGroups } from '../selection-actions.ts';
import { menuItems } from './menu-items.ts';

/** Context menu with the available actions. */
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
  const items = menuItems(t, groups, context);
  if (items.length === 0) return null;
  return <Menu label={t('listing.actions')} items={items} anchor={anchor} onClose={onClose} />;
}
