import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { runningOperations } from '../../state/running-operations.ts';
import { NoticeText } from '../../ui/data-view/notice.tsx';
import styles from './deletion-note.module.css';

/** Says what a long deletion does, in a folder whose entries it has hidden; nothing for a short one. */
export function DeletionNote() {
  const { t } = useTranslation();
  const count = useStore(
    runningOperations,
    ({ running }) => running.find(({ kind, isLong }) => kind === 'delete' && isLong)?.total,
  );
  if (count === undefined) return null;
  return (
    <div className={styles.note}>
      <NoticeText>{t('acts.begun.delete', { count })}</NoticeText>
    </div>
  );
}
