import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './question.module.css';

/** One of the ways out of a question besides leaving everything as it is. */
export interface Answer {
  readonly label: string;
  readonly variant?: ButtonProps['variant'];
  /** Has the focus at first, so that Enter gives it. */
  readonly isUsual?: boolean;
  run(): void;
}

/** A question with a few answers, the likeliest last. */
export function Question({
  title,
  children,
  cancel,
  answers,
  onClose,
}: {
  title: string;
  children: ReactNode;
  /** What closing it means, where that is more than Cancel. */
  cancel?: string;
  answers: readonly Answer[];
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose}>{cancel ?? t('common.cancel')}</Button>
          {answers.map(({ label, variant = 'plain', isUsual, run }) => (
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
