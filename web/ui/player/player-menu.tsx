import type { LucideIcon } from 'lucide-react';
import { useRef, useState } from 'react';
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
  const button = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <span ref={button}>
      <IconButton
        label={label}
        icon={icon}
        shortcut={shortcut}
        data-on={isOn || undefined}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
      />
      {anchor && (
        <Menu label={label} items={items} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </span>
  );
}
