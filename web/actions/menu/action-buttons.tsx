import { useTranslation } from '../../i18n/use-translation.ts';
import { type ActionContext, appearanceOf, offered, type UserAction } from '../action.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MenuButton } from '../../ui/menu-button.tsx';
import { useMenuItems } from './use-menu-items.ts';
import { fitActions, SELECTION_GROUPS } from '../selection-actions.ts';

export interface BarContext {
  context: ActionContext;
  /** Returns the context at the moment of the click. Used by bars that render with a deferred context. */
  present?(): ActionContext;
}

/** Renders the actions of a selection as buttons, with the overflow in a menu. */
export function ActionButtons({
  actions,
  room,
  hasCounts = true,
  menuHasAll = false,
  ...bar
}: BarContext & {
  actions: readonly UserAction[];
  /** Maximum number of buttons. */
  room: number;
  /** False where the number of entries is known, such as in the preview of one. */
  hasCounts?: boolean;
  /** True where the menu covers the buttons, so it has their actions, too. */
  menuHasAll?: boolean;
}) {
  const alwaysMenu = menuHasAll && actions.some(({ isInMenusOnly }) => isInMenusOnly === true);
  const { buttons, rest } = fitActions(actions, room, { alwaysMenu });
  return (
    <>
      {buttons.map((action) => (
        <ActionButton key={action.id} action={action} hasCounts={hasCounts} {...bar} />
      ))}
      {rest.length > 0 && <MoreActions actions={menuHasAll ? actions : rest} {...bar} />}
    </>
  );
}

export function ActionButton({
  action,
  context,
  present,
  hasCounts = true,
  hasLabel = false,
}: BarContext & {
  action: UserAction;
  hasCounts?: boolean;
  /** Shows the label beside the icon. */
  hasLabel?: boolean;
}) {
  const { t } = useTranslation();
  const { label, icon } = appearanceOf(action, context);
  return (
    <span
      data-part="action"
      data-action={action.id}
      data-busy={action.isBusy?.(context) || undefined}
    >
      <IconButton
        label={t(label)}
        icon={icon}
        shortcut={action.shortcut}
        hasLabel={hasLabel}
        badge={hasCounts ? action.count?.(context) : undefined}
        aria-pressed={action.isOn?.(context)}
        onClick={() => runIfOffered(action, present?.() ?? context)}
      />
    </span>
  );
}

/** Runs an action unless it became unavailable after it was rendered. */
function runIfOffered(action: UserAction, context: ActionContext): void {
  for (const { run } of offered([action], context)) run(context);
}

export function MoreActions({
  actions,
  context,
  present,
}: BarContext & { actions: readonly UserAction[] }) {
  const { t } = useTranslation();
  const menuItems = useMenuItems();
  const [only, ...others] = context.selection;
  const groups = SELECTION_GROUPS.map((group) =>
    group.filter((action) => actions.includes(action)),
  );
  return (
    <span data-part="action">
      <MenuButton
        label={t('listing.moreActions')}
        title={others.length === 0 ? only?.name : undefined}
        items={() => menuItems(groups, present?.() ?? context)}
      />
    </span>
  );
}
