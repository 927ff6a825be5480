import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import styles from './save-bar.module.css';

/**
 * Bar with Save and Discard, fixed to the end of the screen while there are changes. Must be the last child of
 * `FormColumn`.
 */
export function SaveBar({
  form,
  isChanged,
  busy,
  failure,
  saveLabel,
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
  onDiscard(): void;
}) {
  const { t } = useTranslation();
  const container = useFocusKept(isChanged);
  return (
    <div ref={container} className={styles.place} tabIndex={-1} data-part="save-bar">
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
              {t('form.discard')}
            </Button>
            <Button type="submit" form={form} variant="primary" busy={busy}>
              {saveLabel ?? (busy ? t('form.saving') : t('form.save'))}
            </Button>
          </div>
        )}
      </div>
    </div>
  );
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
