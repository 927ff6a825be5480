import { useTranslation } from 'react-i18next';
import type { ActionContext } from '../../actions/action.ts';
import { Menu } from '../../ui/menu.tsx';
import { menuItems } from './menu-items.ts';
import { GROUND_GROUPS, SELECTION_GROUPS } from './selection-actions.ts';

/** The verbs for what is selected; on empty ground, those for the folder. */
export function ContextMenu({
  context,
  anchor,
  onClose,
}: {
  context: ActionContext;
  anchor: DOMRect;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const groups = context.selection.length === 0 ? GROUND_GROUPS : SELECTION_GROUPS;
  const items = menuItems(t, groups, context);
  if (items.length === 0) return null;
  return <Menu label={t('listing.actions')} items={items} anchor={anchor} onClose={onClose} />;
}
