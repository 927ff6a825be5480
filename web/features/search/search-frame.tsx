import type { CSSProperties, KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import styles from './search-overlay.module.css';
import { useVisibleHeight } from '../../lib/window/use-visible-height.ts';

/**
 * What the search stands in. It is no modal dialog of the browser, so that news at the foot of the page stays within reach;
 * what lies beneath is made inert by the page's frame.
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
  const onKeyDown = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    if (event.key === 'Escape') onClose();
    else if (control && /^[fk]$/i.test(event.key)) field.current?.select();
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
        className={styles.overlay}
        // The types of styles know no properties of one's own.
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
