import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { formatSize } from '../../../i18n/format.ts';
import { isolate } from '../../../lib/isolate.ts';
import { spelled } from '../../../lib/name-parts.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import styles from './trash-page.module.css';

/** Asks before items in the trash are deleted for good. */
export function TrashDeleteDialog({
  dialog: { items, confirm },
  onClose,
}: DialogProps<'trash-delete'>) {
  const { t } = useTranslation();
  const [first, ...others] = items;
  return (
    <Question
      title={
        first && others.length === 0
          ? t('trash.deleteOne', { name: spelled(first.name) })
          : t('trash.deleteMany', { count: items.length })
      }
      button={t('actions.deletePermanently')}
      confirm={confirm}
      onClose={onClose}
    >
      {t('prompts.deleteForever')}
    </Question>
  );
}

/** Asks before everything in the trash is deleted for good. */
export function TrashEmptyDialog({
  dialog: { count, bytes, isOfOthers, confirm },
  onClose,
}: DialogProps<'trash-empty'>) {
  const { t, locale } = useTranslation();
  const size = isolate(formatSize(bytes, locale));
  return (
    <Question
      title={t('trash.emptyQuestion')}
      button={t('trash.emptyTrash')}
      confirm={confirm}
      onClose={onClose}
    >
      {t('trash.emptyText', { count, size })} {isOfOthers && `${t('trash.emptyOthers')} `}
      {t('prompts.deleteForever')}
    </Question>
  );
}

/** Asks before something is deleted for good. The button that deletes never has the initial focus. */
export function Question({
  title,
  button,
  children,
  confirm,
  onClose,
}: {
  title: string;
  button: string;
  children: ReactNode;
  confirm(): void;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const agree = () => {
    onClose();
    confirm();
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      buttons={
        <>
          <Button onClick={onClose} autoFocus>
            {t('common.cancel')}
          </Button>
          <Button variant="danger" onClick={agree}>
            {button}
          </Button>
        </>
      }
    >
      <p className={styles.dialogText}>{children}</p>
    </Dialog>
  );
}
