import { useTranslation } from 'react-i18next';
import { type ActionContext, offered, type UserAction } from '../../actions/action.ts';
import { Menu } from '../../ui/menu.tsx';
import { menuItems } from './menu-items.ts';
import { SELECTION_ACTIONS } from './selection-actions.ts';

/** The verbs for what is selected; on empty ground, those that make something. */
export function ContextMenu({
  context,
  creating,
  anchor,
  onClose,
}: {
  context: ActionContext;
  creating: readonly UserAction[];
  anchor: DOMRect;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const onGround = context.selection.length === 0;
  const actions = onGround ? creating : offered(SELECTION_ACTIONS, context);
  if (actions.length === 0) return null;
  return (
    <Menu
      label={t('listing.actions')}
      items={menuItems(t, actions, context)}
      anchor={anchor}
      onClose={onClose}
    />
  );
}
