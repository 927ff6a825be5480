import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type ActionContext, offered, type UserAction } from '../../actions/action.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { SlotContent } from '../../ui/slots.tsx';
import styles from './listing.module.css';
import { BAR_ACTIONS } from './selection-actions.ts';

export interface BarProps {
  context: ActionContext;
  /** What can be done whatever is selected. */
  creating: readonly UserAction[];
  onClear(): void;
}

/** The actions of a folder in the header: first those for the selection, then those that make something. */
export function HeaderActions({ context, creating, onClear }: BarProps) {
  const { t } = useTranslation();
  const count = context.selection.length;
  return (
    <SlotContent name="header-actions">
      <div className={styles.actions} role="toolbar" aria-label={t('listing.actions')}>
        {count > 0 && (
          <>
            <span className={styles.selectedCount}>{t('listing.selectedCount', { count })}</span>
            {offered(BAR_ACTIONS, context).map((action) => (
              <ActionButton key={action.id} action={action} context={context} />
            ))}
            <IconButton
              label={t('listing.clearSelection')}
              shortcut="Esc"
              icon={X}
              onClick={onClear}
            />
            {creating.length > 0 && <span className={styles.divider} aria-hidden />}
          </>
        )}
        {creating.map((action) => (
          <ActionButton key={action.id} action={action} context={context} />
        ))}
      </div>
    </SlotContent>
  );
}

export function ActionButton({ action, context }: { action: UserAction; context: ActionContext }) {
  const { t } = useTranslation();
  return (
    <IconButton
      label={t(action.label)}
      icon={action.icon}
      shortcut={action.shortcut}
      onClick={() => action.run(context)}
    />
  );
}
