import { Ellipsis, type LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { MENU_BUTTON, toggleMenuAt } from '../lib/menu-opener.ts';
import { IconButton } from './icon-button.tsx';
import { Menu } from './lazy-menu.tsx';
import type { MenuItem } from './menu.tsx';

/** Three dots that open and close a menu; its items are created when it opens. */
export function MenuButton({
  label,
  title = label,
  icon = Ellipsis,
  isBusy = false,
  items,
}: {
  label: string;
  /** Name of the menu, if it is not that of the button. */
  title?: string | undefined;
  icon?: LucideIcon;
  /** Marks the button while something that the menu shows is running. */
  isBusy?: boolean;
  items(): readonly MenuItem[];
}) {
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <span data-busy={isBusy || undefined}>
      <IconButton
        label={label}
        icon={icon}
        {...MENU_BUTTON}
        onClick={(event) => setAnchor(toggleMenuAt(event.currentTarget))}
      />
      {anchor && (
        <Menu label={title} items={items()} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </span>
  );
}
