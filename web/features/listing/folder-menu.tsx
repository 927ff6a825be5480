import { EllipsisVertical } from 'lucide-react';
import { useRef, useState } from 'react';
import type { ActionContext } from '../../actions/action.ts';
import { menuItems } from '../../actions/menu/menu-items.ts';
import type { ActionGroups } from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/lazy-menu.tsx';

/** Button and menu of actions for the folder, where there is no room for a button each. */
export function FolderMenu({ groups, context }: { groups: ActionGroups; context: ActionContext }) {
  const { t } = useTranslation();
  const button = useRef<HTMLSpanElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <span ref={button} data-busy={context.terminal.isRunning || undefined}>
      <IconButton
        label={t('listing.folderActions')}
        icon={EllipsisVertical}
        aria-haspopup="menu"
        aria-expanded={anchor !== undefined}
        onClick={() => setAnchor(button.current?.getBoundingClientRect())}
      />
      {anchor && (
        <Menu
          label={t('listing.folderActions')}
          items={menuItems(t, groups, { ...context, selection: [] })}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </span>
  );
}
