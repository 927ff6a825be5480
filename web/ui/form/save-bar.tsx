import { type CSSProperties, useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useKeys } from '../../lib/keyboard.ts';
import { useHiddenHeight } from '../../lib/window/use-hidden-height.ts';
import { Button } from '../button.tsx';
import { ariaShortcut, shortcutText } from '../kbd.tsx';
import styles from './save-bar.module.css';

const SAVE_KEYS = 'Ctrl+S';

/**
 * Bar with Save and Discard, fixed to the end of the screen, or above a virtual keyboard, while there are changes. Must
 * be the last child of `FormColumn`. Ctrl+S saves.
 */
export function SaveBar({
  form,
  isChanged,
  busy,
  failure,
  saveLabel,
  discardLabel,
  onDiscard,
}: {
  /** Id of the form that Save submits. */
  form: string;
  isChanged: boolean;
  busy: boolean;
  /** Message of a failure that belongs to no field. */
  failure?: string | undefined;
  /** Label of the button if it is not "Save". */
  saveLabel?: string | undefined;
  /** Label of the other button if it is not "Discard". */
  discardLabel?: string | undefined;
  onDiscard(): void;
}) {
  const { t } = useTranslation();
  const container = useFocusKept(isChanged);
  const style = { '--hidden-height': `${String(useHiddenHeight())}px` } as CSSProperties;
  useKeys('app', (event, keys) => {
    if (keys !== SAVE_KEYS) return false;
    if (isChanged && !event.repeat) submit(form);
    // Also without changes: the browser's own dialog would save the page as a file.
    return true;
  });
  return (
    <div
      ref={container}
      className={styles.container}
      style={style}
      tabIndex={-1}
      data-part="save-bar"
    >
      <div className={styles.bar} data-shown={isChanged || undefined}>
        {/* Always in the page, so that screen readers announce its changes. */}
        <p className={styles.text} role="status">
          {isChanged && failure === undefined ? t('form.unsaved') : ''}
        </p>
        <p className={styles.failure} role="alert">
          {isChanged ? failure : undefined}
        </p>
        {isChanged && (
          <div className={styles.buttons}>
            <Button disabled={busy} onClick={onDiscard}>
              {discardLabel ?? t('form.discard')}
            </Button>
            <Button
              type="submit"
              form={form}
              variant="primary"
              busy={busy}
              aria-keyshortcuts={ariaShortcut(SAVE_KEYS)}
              title={shortcutText(t, SAVE_KEYS)}
            >
              {saveLabel ?? (busy ? t('form.saving') : t('form.save'))}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
}

function submit(id: string): void {
  const form = document.getElementById(id);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}

/** Moves the focus to the container when a focused button disappears. */
function useFocusKept(isChanged: boolean) {
  const container = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  useEffect(() => {
    const hasGone = wasChanged.current && !isChanged;
    wasChanged.current = isChanged;
    if (hasGone && document.activeElement === document.body) {
      container.current?.focus({ preventScroll: true });
    }
  }, [isChanged]);
  return container;
}
