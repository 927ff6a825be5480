import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslation } from '../../i18n/use-translation.ts';
import { MENU_BUTTON, toggleMenuAt } from '../../lib/menu-opener.ts';
import { Menu } from '../../ui/lazy-menu.tsx';
import type { Crumb } from './crumbs.ts';

/** Button that opens a menu of folders of the path. */
export function CrumbMenu({
  crumbs,
  label,
  className,
  children,
}: {
  crumbs: readonly Pick<Crumb, 'address' | 'name'>[];
  /** Accessible name of the button. */
  label: string;
  className: string | undefined;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [anchor, setAnchor] = useState<DOMRect>();
  const items = crumbs.map(({ address, name }) => ({
    id: address,
    label: name,
    run: () => void navigate(address),
  }));
  return (
    <>
      <button
        type="button"
        className={className}
        aria-label={label}
        {...MENU_BUTTON}
        onClick={(event) => setAnchor(toggleMenuAt(event.currentTarget))}
      >
        {children}
      </button>
      {anchor && (
        <Menu
          label={t('shell.hiddenFolders')}
          items={items}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
