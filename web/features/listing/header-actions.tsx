import { X } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActionContext, offered } from '../../actions/action.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SlotContent } from '../../ui/slots.tsx';
import { ActionButton, ActionButtons } from './action-buttons.tsx';
import styles from './listing.module.css';
import { BAR_ACTIONS, CREATING, FOLDER_ACTIONS, VIEW_ACTIONS } from './selection-actions.ts';
import { useRoom } from './use-room.ts';

export interface BarProps {
  context: ActionContext;
  onClear(): void;
}

/** The actions of a folder in the header: for the selection, for how it is shown, and those that make something. */
export function HeaderActions(props: BarProps) {
  return (
    <SlotContent name="header-actions">
      <Toolbar {...props} />
    </SlotContent>
  );
}

function Toolbar({ context, onClear }: BarProps) {
  const { t } = useTranslation();
  const toolbar = useRef<HTMLDivElement>(null);
  const room = useRoom(toolbar);
  const count = context.selection.length;
  const creating = offered(CREATING, context);
  const present = offered(count > 0 ? BAR_ACTIONS : FOLDER_ACTIONS, context);
  return (
    <div ref={toolbar} className={styles.actions} role="toolbar" aria-label={t('listing.actions')}>
      {count > 0 && (
        <span className={styles.selectedCount}>{t('listing.selectedCount', { count })}</span>
      )}
      <ActionButtons actions={present} room={room} context={context} />
      {count > 0 && (
        <IconButton label={t('listing.clearSelection')} shortcut="Esc" icon={X} onClick={onClear} />
      )}
      <span className={styles.group}>
        {VIEW_ACTIONS.map((action) => (
          <ActionButton key={action.id} action={action} context={context} />
        ))}
      </span>
      {creating.length > 0 && (
        <span className={styles.group}>
          {creating.map((action) => (
            <ActionButton key={action.id} action={action} context={context} />
          ))}
        </span>
      )}
    </div>
  );
}
