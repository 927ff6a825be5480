import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './question.module.css';

/** An answer to a question, besides cancelling. */
export interface Answer {
  readonly label: string;
  readonly variant?: ButtonProps['variant'];
  /** Default button, which has the initial focus. */
  readonly isUsual?: boolean;
  run(): void;
}

/** Dialog with a question and several answers, the most likely one last. Answers that discard data are quiet buttons on the other side. */
export function Question({
  title,
  children,
  cancel,
  answers,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** Label of the cancel button, if it is not "Cancel". */
  cancel?: string;
  answers: readonly Answer[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  const dangers = answers.filter(({ variant }) => variant === 'danger');
  const others = answers.filter(({ variant }) => variant !== 'danger');
  return (
    <Dialog
      title={title}
      // Four buttons fit on one line.
      size={answers.length > 2 ? 'wide' : 'normal'}
      onClose={onClose}
      buttons={
        <>
          {dangers.map(({ label, run }) => (
            <span key={label} className={styles.danger}>
              <Button variant="quiet" onClick={run}>
                {label}
              </Button>
            </span>
          ))}
          <Button onClick={onClose}>{cancel ?? t('common.cancel')}</Button>
          {others.map(({ label, variant = 'plain', isUsual, run }) => (
            <Button
              key={label}
              variant={variant}
              data-focus-first={isUsual === true ? '' : undefined}
              onClick={run}
            >
              {label}
            </Button>
          ))}
        </>
      }
    >
      <p className={styles.text}>{children}</p>
    </Dialog>
  );
}
