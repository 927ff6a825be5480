import type { TFunction } from 'i18next';
import { type ActionContext, appearanceOf, offered } from '../action.ts';
import type { MenuItem } from '../../ui/menu.tsx';
import type { ActionGroups } from '../selection-actions.ts';

/** Returns the available actions as menu items, with a line between groups. */
export function menuItems(t: TFunction, groups: ActionGroups, context: ActionContext): MenuItem[] {
  return groups
    .map((group) => offered(group, context))
    .filter((group) => group.length > 0)
    .flatMap((group, groupIndex) =>
      group.map((action, index) => ({
        id: action.id,
        label: t(appearanceOf(action, context).label),
        icon: appearanceOf(action, context).icon,
        shortcut: action.shortcut,
        danger: action.isDangerous === true,
        startsGroup: groupIndex > 0 && index === 0,
        run: () => action.run(context),
      })),
    );
}
