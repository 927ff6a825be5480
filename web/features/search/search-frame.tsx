import {
  type CSSProperties,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
} from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { enterDialogScope, isComposing, isPlatformKey, shortcutOf } from '../../lib/keyboard.ts';
import { dialogs } from '../../state/dialogs.ts';
import surface from '../../ui/search-dialog.module.css';
import styles from './search-overlay.module.css';
import { useVisibleHeight } from '../../lib/window/use-visible-height.ts';

/**
 * Dialog of the search. It is not modal for the browser, so that toasts stay reachable; the page frame makes the
 * content below inert.
 */
export function SearchFrame({
  field,
  onClose,
  children,
}: {
  field: RefObject<HTMLInputElement | null>;
  onClose(): void;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const height = useVisibleHeight();
  useEffect(enterDialogScope, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event.nativeEvent) || isPlatformKey(event.nativeEvent)) return;
    const pressed = shortcutOf(event);
    if (pressed === 'Escape') onClose();
    else if (pressed === 'Ctrl+F') field.current?.select();
    else if (pressed === 'Ctrl+K') dialogs.getState().open({ kind: 'palette' });
    else return;
    event.preventDefault();
  };
  return (
    <div
      className={styles.backdrop}
      role="presentation"
      onPointerDown={({ target, currentTarget }) => {
        if (target === currentTarget) onClose();
      }}
    >
      <dialog
        open
        className={`${surface.surface} ${styles.overlay}`}
        // The types do not include custom properties.
        style={{ '--visible': `${height}px` } as CSSProperties}
        aria-modal
        aria-label={t('search.title')}
        onKeyDown={onKeyDown}
      >
        {children}
      </dialog>
    </div>
  );
}
