import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActionContext, appearanceOf, type UserAction } from '../../actions/action.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { menuItems } from './menu-items.ts';
import { fitActions, SELECTION_GROUPS } from './selection-actions.ts';

/** The actions of a selection side by side; those for which there is no room are behind three dots. */
export function ActionButtons({
  actions,
  room,
  context,
}: {
  actions: readonly UserAction[];
  /** The most buttons that fit. */
  room: number;
  context: ActionContext;
}) {
  const { buttons, rest } = fitActions(actions, room);
  return (
    <>
      {buttons.map((action) => (
        <ActionButton key={action.id} action={action} context={context} />
      ))}
      {rest.length > 0 && <MoreActions actions={rest} context={context} />}
    </>
  );
}

export function ActionButton({ action, context }: { action: UserAction; context: ActionContext }) {
  const { t } = useTranslation();
  const { label, icon } = appearanceOf(action, context);
  return (
    <span data-part="action">
      <IconButton
        label={t(label)}
        icon={icon}
        shortcut={action.shortcut}
        aria-pressed={action.isOn?.(context)}
        onClick={() => action.run(context)}
      />
    </span>
  );
}

function MoreActions({
  actions,
  context,
}: {
  actions: readonly UserAction[];
  context: ActionContext;
}) {
  const { t } = useTranslation();
  const button = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  const groups = SELECTION_GROUPS.map((group) =>
    group.filter((action) => actions.includes(action)),
  );
  return (
    <span ref={button} data-part="action">
      <IconButton
        label={t('listing.moreActions')}
        icon={Ellipsis}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={() => setAnchor(button.current?.getBoundingClientRect())}
      />
      {anchor && (
        <Menu
          label={t('listing.moreActions')}
          items={menuItems(t, groups, context)}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </span>
  );
}
