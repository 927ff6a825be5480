import type { TFunction } from 'i18next';
import type { ActionContext, UserAction } from '../../actions/action.ts';
import type { MenuItem } from '../../ui/menu.tsx';

/** Actions as the lines of a menu. */
export function menuItems(
  t: TFunction,
  actions: readonly UserAction[],
  context: ActionContext,
): MenuItem[] {
  return actions.map((action) => ({
    id: action.id,
    label: t(action.label),
    icon: action.icon,
    shortcut: action.shortcut,
    run: () => action.run(context),
  }));
}
