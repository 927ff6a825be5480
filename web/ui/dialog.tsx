import { type FormEvent, type KeyboardEvent, type ReactNode, useId, useRef } from 'react';
import styles from './dialog.module.css';
import { LiveRegion } from './live-region.tsx';
import { useModal } from './use-modal.ts';

/**
 * A modal dialog on the browser's own element, which keeps the focus inside and gives it back.
 * Mount it to open, unmount it to close. Enter submits, Escape and the backdrop close.
 * The first control has the focus at first, or the one with `data-focus-first`.
 */
export function Dialog({
  title,
  size = 'normal',
  buttons,
  children,
  onClose,
  onSubmit,
}: {
  title: ReactNode;
  /** `picker` is wide, and fills a telephone; `broad` is for what is looked over in columns. */
  size?: 'normal' | 'wide' | 'picker' | 'broad';
  /** The primary one last, with type="submit". */
  buttons: ReactNode;
  children?: ReactNode;
  onClose(): void;
  onSubmit?(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useModal(dialog);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    // What lies below must not see keys meant for the dialog.
    event.stopPropagation();
    if (event.key !== 'Escape') return;
    event.preventDefault();
    onClose();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-size={size}
      aria-labelledby={titleId}
      onKeyDown={closeOnEscape}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onPointerDown={(event) => {
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <form className={styles.body} method="dialog" onSubmit={submit}>
        <h2 id={titleId} className={styles.title}>
          {title}
        </h2>
        {children}
        <div className={styles.buttons}>{buttons}</div>
      </form>
      <LiveRegion />
    </dialog>
  );
}
