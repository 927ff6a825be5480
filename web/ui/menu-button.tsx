import { Ellipsis } from 'lucide-react';
import { useRef, useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { Menu } from './lazy-menu.tsx';
import type { MenuItem } from './menu.tsx';

/** Three dots that open and close a menu; its items are created when it opens. */
export function MenuButton({ label, items }: { label: string; items(): readonly MenuItem[] }) {
  const button = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <span ref={button}>
      <IconButton
        label={label}
        icon={Ellipsis}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
      />
      {anchor && (
        <Menu label={label} items={items()} anchor={anchor} onClose={() => setAnchor(undefined)} />
      )}
    </span>
  );
}
