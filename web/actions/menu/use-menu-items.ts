import type { TFunction } from 'i18next';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { starred } from '../../state/starred.ts';
import { type ActionContext, type Appearance, offered, type UserAction } from '../action.ts';
import type { MenuItem } from '../../ui/menu.tsx';

/** The parts of an action that a menu needs. */
type Listed<Context> = Appearance &
  Pick<UserAction, 'id' | 'needs' | 'shortcut' | 'isDangerous'> & {
    appearance?(context: Context): Appearance;
    isOffered(context: Context): boolean;
    run(context: Context): void;
  };

type Groups<Context> = readonly (readonly Listed<Context>[])[];

/**
 * Returns a function that makes menu items of the available actions, with a line between groups. Draws its component again when stars arrive,
 * so that an open menu says whether it adds or removes them.
 */
export function useMenuItems() {
  const { t } = useTranslation();
  useStore(starred);
  return <Context extends Pick<ActionContext, 'permissions'>>(
    groups: Groups<Context>,
    context: Context,
  ): MenuItem[] => menuItems(t, groups, context);
}

function menuItems<Context extends Pick<ActionContext, 'permissions'>>(
  t: TFunction,
  groups: Groups<Context>,
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
