import { History } from 'lucide-react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { ListSkeleton } from '../../../ui/data-view/list-skeleton.tsx';
import { Notice, NoticeText } from '../../../ui/data-view/notice.tsx';
import { useFocusInContent } from '../../../ui/use-focus-in-content.ts';

/** Shown before the user has done anything. */
export function EmptyHistory() {
  const { t } = useTranslation();
  useFocusInContent();
  return (
    <Notice icon={History} title={t('places.recentEmpty')}>
      <NoticeText>{t('history.emptyHint')}</NoticeText>
    </Notice>
  );
}

/** Skeleton of the list. */
export function HistorySkeleton() {
  return <ListSkeleton rowHeight="56px" icon="32px" isPlain />;
}
