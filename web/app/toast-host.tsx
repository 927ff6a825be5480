import { TriangleAlert, X } from 'lucide-react';
import { useEffect } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../i18n/use-translation.ts';
import { isWorthCopying, type Toast, toasts } from '../state/toasts.ts';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import styles from './toast-host.module.css';

/** Messages at the bottom of the page. Errors stay and can be copied. */
export function ToastHost() {
  const { t } = useTranslation();
  const shown = useStore(toasts, (state) => state.shown);
  const { dismiss, pause, resume } = toasts.getState();
  const isEmpty = shown.length === 0;
  const errors = shown.filter(({ kind }) => kind === 'error');
  const cardOf = (toast: Toast) => (
    <ToastCard key={toast.id} toast={toast} onDismiss={() => dismiss(toast.id)} />
  );
  useEffect(() => {
    // A removed toast fires neither of the events that end a pause.
    if (isEmpty) resume();
  }, [isEmpty, resume]);
  return (
    // Hovering and focusing only stop the clock; the buttons in the toasts are what can be used.
    // eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <section
      className={styles.toasts}
      aria-label={t('common.notifications')}
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      {/* Separate from the other toasts, because an alert inside a live region would be read twice. */}
      {errors.length > 0 && <ol>{errors.map(cardOf)}</ol>}
      <ol aria-live="polite" aria-relevant="additions">
        {shown.filter((toast) => !errors.includes(toast)).map(cardOf)}
      </ol>
    </section>
  );
}

function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss(): void }) {
  const { t } = useTranslation();
  return (
    <li className={styles.toast} data-kind={toast.kind}>
      {toast.kind === 'error' && <TriangleAlert size={20} strokeWidth={1.75} aria-hidden />}
      <span className={styles.text} role={toast.kind === 'error' ? 'alert' : undefined}>
        {toast.text}
      </span>
      {toast.actions.map(({ label, run }) => (
        <Button
          key={label}
          variant="quiet"
          onClick={() => {
            onDismiss();
            run();
          }}
        >
          {label}
        </Button>
      ))}
      {isWorthCopying(toast.kind) && <CopyButton label={t('common.copy')} text={toast.text} />}
      <IconButton label={t('common.dismiss')} icon={X} size="small" onClick={onDismiss} />
    </li>
  );
}
