import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { LiveRegion } from '../../ui/live-region.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { Brand } from './brand.tsx';
import styles from './drawer.module.css';

/** The sidebar on a narrow screen: over the page, keeping the focus, closed by Escape or a tap beside it. */
export function Drawer({ children, onClose }: { children: ReactNode; onClose(): void }) {
  const { t } = useTranslation();
  const drawer = useRef<HTMLDialogElement>(null);
  useModal(drawer);

  return (
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-label={t('shell.menu')}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape') onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className={styles.panel}>
        <div className={styles.head}>
          <Brand />
          <IconButton label={t('shell.closeMenu')} icon={X} onClick={onClose} />
        </div>
        {children}
        <LiveRegion />
      </div>
    </dialog>
  );
}
