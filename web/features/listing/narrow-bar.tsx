import { Plus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { offered } from '../../actions/action.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { SlotContent } from '../../ui/slots.tsx';
import { ActionButton, type BarProps } from './header-actions.tsx';
import styles from './listing.module.css';
import { menuItems } from './menu-items.ts';
import { BAR_ACTIONS } from './selection-actions.ts';

/** Within reach of the thumb: the selection's bar, or the button that makes something new. */
export function NarrowBar(props: BarProps) {
  if (props.context.selection.length > 0) return <SelectionBar {...props} />;
  return props.creating.length > 0 ? <CreateButton {...props} /> : null;
}

function SelectionBar({ context, onClear }: BarProps) {
  const { t } = useTranslation();
  const count = context.selection.length;
  return (
    <SlotContent name="bottom-bar">
      <section aria-label={t('listing.selection')}>
        <div className={styles.selectionBar} role="toolbar" aria-label={t('listing.actions')}>
          <IconButton label={t('listing.clearSelection')} icon={X} onClick={onClear} />
          <span className={styles.selectedCount}>{t('listing.selectedCount', { count })}</span>
          {offered(BAR_ACTIONS, context).map((action) => (
            <ActionButton key={action.id} action={action} context={context} />
          ))}
        </div>
      </section>
    </SlotContent>
  );
}

function CreateButton({ context, creating }: BarProps) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<DOMRect>();
  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.create}
        aria-haspopup="menu"
        aria-label={t('listing.add')}
        onClick={() => setAnchor(button.current?.getBoundingClientRect())}
      >
        <Plus size={26} strokeWidth={2} aria-hidden />
      </button>
      {anchor && (
        <Menu
          label={t('listing.add')}
          items={menuItems(t, creating, context)}
          anchor={anchor}
          onClose={() => setAnchor(undefined)}
        />
      )}
    </>
  );
}
