import {
  type FormEvent,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
} from 'react';
import { isComposing } from '../lib/keyboard.ts';
import styles from './dialog.module.css';
import { LiveRegion } from './live-region.tsx';
import { usePullDown } from '../lib/gestures/use-pull-down.ts';
import { useModal } from './use-modal.ts';

/** Fields for which phones show a keyboard. */
const FIELDS = 'textarea, input:not([type="checkbox"], [type="radio"])';

/**
 * A modal dialog based on the `dialog` element, which traps and restores the focus. Mount it to open it, unmount it
 * to close it. Enter submits, Escape closes. On phones, a dialog that opens without text fields is a sheet at the foot of the
 * screen. The initial focus is on the first control or the one with `data-focus-first`.
 */
export function Dialog({
  title,
  size = 'normal',
  closesOnBackdrop = false,
  buttons,
  children,
  onClose,
  onSubmit,
}: {
  title: ReactNode;
  /** `picker` is wide and fills a phone's screen; `broad` has room for columns; `sheet` is at the foot of a phone's screen even with fields. */
  size?: 'normal' | 'wide' | 'picker' | 'broad' | 'sheet';
  /** Closes when the user presses outside the dialog. Only for dialogs without inputs and choices. */
  closesOnBackdrop?: boolean;
  /** Buttons. The primary button is last and has type="submit". */
  buttons: ReactNode;
  children?: ReactNode;
  onClose(): void;
  onSubmit?(): void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const pull = usePullDown(onClose);

  useLayoutEffect(() => {
    const isSheet =
      size === 'sheet' || (size !== 'picker' && !dialog.current?.querySelector(FIELDS));
    // Decided when it opens: a dialog that changed its place with its content would jump under the finger.
    dialog.current?.toggleAttribute('data-sheet', isSheet);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only the first content counts
  }, []);
  useModal(dialog, { isStacked: true });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit?.();
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    // A part of the dialog may have closed something of its own.
    if (event.defaultPrevented) return;
    if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
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
        if (closesOnBackdrop && isOnBackdrop(event)) onClose();
      }}
    >
      <div className={styles.handle} aria-hidden {...pull}>
        <span />
      </div>
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

/** Returns true for an event beside the dialog. Its border and its scroll bar are within. */
function isOnBackdrop({ target, currentTarget, clientX, clientY }: PointerEvent): boolean {
  if (target !== currentTarget) return false;
  const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
  return clientX < left || clientX > right || clientY < top || clientY > bottom;
}
