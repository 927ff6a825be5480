import type { LucideIcon } from 'lucide-react';
import { useState } from 'react';
import { MENU_BUTTON, toggleMenuAt } from '../../lib/menu-opener.ts';
import { IconButton } from '../icon-button.tsx';
import { Menu } from '../lazy-menu.tsx';
import type { MenuItem } from '../menu.tsx';

/** Button of the player that opens a menu of choices. */
export function PlayerMenu({
  label,
  icon,
  items,
  shortcut,
  isOn = false,
}: {
  label: string;
  icon: LucideIcon;
  items: readonly MenuItem[];
  shortcut?: string;
  /** Highlights the button. */
  isOn?: boolean;
}) {
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <span>
      <IconButton
        label={label}
        icon={icon}
        shortcut={shortcut}
        data-on={isOn || undefined}
        {...MENU_BUTTON}
        onClick={(event) => setAnchor(toggleMenuAt(event.currentTarget))}
      />
      {anchor && (
        <Menu label={label} items={items} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </span>
  );
}
