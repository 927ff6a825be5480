import type { TFunction } from 'i18next';
import { type ActionContext, type Appearance, offered, type UserAction } from '../action.ts';
import type { MenuItem } from '../../ui/menu.tsx';

/** The parts of an action that a menu needs. */
type Listed<Context> = Appearance &
  Pick<UserAction, 'id' | 'needs' | 'shortcut' | 'isDangerous'> & {
    appearance?(context: Context): Appearance;
    isOffered(context: Context): boolean;
    run(context: Context): void;
  };

/** Returns the available actions as menu items, with a line between groups. */
export function menuItems<Context extends Pick<ActionContext, 'permissions'>>(
  t: TFunction,
  groups: readonly (readonly Listed<Context>[])[],
  context: Context,
): MenuItem[] {
  return groups
    .map((group) => offered(group, context))
    .filter((group) => group.length > 0)
    .flatMap((group, groupIndex) =>
      group.map((action, index) => {
        const { label, icon } = action.appearance?.(context) ?? action;
        return {
          id: action.id,
          label: t(label),
          icon,
          shortcut: action.shortcut,
          danger: action.isDangerous === true,
          startsGroup: groupIndex > 0 && index === 0,
          run: () => action.run(context),
        };
      }),
    );
}
