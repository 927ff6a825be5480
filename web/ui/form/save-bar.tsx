import { useEffect, useRef } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { Button } from '../button.tsx';
import styles from './save-bar.module.css';

/** Sticks to the end of the screen as long as something has been changed. Stands last in the `FormColumn`. */
export function SaveBar({
  form,
  isChanged,
  busy,
  failure,
  saveLabel,
  onDiscard,
}: {
  /** The id of the form that Save submits. */
  form: string;
  isChanged: boolean;
  busy: boolean;
  /** Why saving did not work, where no field tells it. */
  failure?: string | undefined;
  /** Where it does something else than to save what is there. */
  saveLabel?: string | undefined;
  onDiscard(): void;
}) {
  const { t } = useTranslation();
  const place = useFocusKept(isChanged);
  return (
    <div ref={place} className={styles.place} tabIndex={-1} data-part="save-bar">
      <div className={styles.bar} data-shown={isChanged || undefined}>
        {/* In the page before there is anything to say, so that what comes into it is read out. */}
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

/** A button that goes with the focus on it would leave those at the keyboard at the top of the page. */
function useFocusKept(isChanged: boolean) {
  const place = useRef<HTMLDivElement>(null);
  const wasChanged = useRef(false);
  useEffect(() => {
    const hasGone = wasChanged.current && !isChanged;
    wasChanged.current = isChanged;
    if (hasGone && document.activeElement === document.body) {
      place.current?.focus({ preventScroll: true });
    }
  }, [isChanged]);
  return place;
}
