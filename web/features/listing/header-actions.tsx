import { X } from 'lucide-react';
import { memo, useRef } from 'react';
import { offered } from '../../actions/action.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SlotContent } from '../../ui/slots.tsx';
import {
  ActionButton,
  ActionButtons,
  type BarContext,
} from '../../actions/menu/action-buttons.tsx';
import styles from './listing.module.css';
import {
  BAR_ACTIONS,
  CREATING,
  FOLDER_ACTIONS,
  VIEW_ACTIONS,
} from '../../actions/selection-actions.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useRoom } from './use-room.ts';

export interface BarProps extends Required<BarContext> {
  onClear(): void;
}

/** Actions in the header: for the selection, the display, and new entries. */
export const HeaderActions = memo(function HeaderActions(props: BarProps) {
  return (
    <SlotContent name="header-actions">
      <Toolbar {...props} />
    </SlotContent>
  );
});

function Toolbar({ context, present, onClear }: BarProps) {
  const { t } = useTranslation();
  const toolbar = useRef<HTMLDivElement>(null);
  const room = useRoom(toolbar);
  const bar = { context, present };
  const count = context.selection.length;
  const creating = offered(CREATING, context);
  const verbs = offered(count > 0 ? BAR_ACTIONS : FOLDER_ACTIONS, context);
  return (
    <div
      ref={toolbar}
      className={styles.actions}
      role="toolbar"
      aria-label={t('listing.actions')}
      data-selected={count > 0 || undefined}
    >
      {count > 0 && (
        <span className={styles.selectedCount}>{t('listing.selectedCount', { count })}</span>
      )}
      <ActionButtons actions={verbs} room={room} {...bar} />
      {count > 0 && (
        <IconButton label={t('listing.clearSelection')} shortcut="Esc" icon={X} onClick={onClear} />
      )}
      <span className={styles.group}>
        {offered(VIEW_ACTIONS, context).map((action) => (
          <ActionButton key={action.id} action={action} {...bar} />
        ))}
      </span>
      {creating.length > 0 && (
        <span className={styles.group}>
          {creating.map((action) => (
            <ActionButton key={action.id} action={action} {...bar} />
          ))}
        </span>
      )}
    </div>
  );
}
