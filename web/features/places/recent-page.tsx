import { Clock } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { Transfers } from '../../actions/action.ts';
import { recentQuery } from '../../api/places.ts';
import { useLocale, useTranslation } from '../../i18n/use-translation.ts';
import { daysOf } from '../../i18n/days-of.ts';
import { formatTime } from '../../i18n/format.ts';
import { PlacePage } from './place-page.tsx';

/** Items that the user has opened and changed, by day. */
export function RecentPage({ transfers }: { transfers: Transfers }) {
  const { t } = useTranslation();
  const locale = useLocale();
  return (
    <PlacePage
      list={useQuery(recentQuery)}
      transfers={transfers}
      groups={(items) => daysOf(items, ({ usedAt }) => usedAt, locale)}
      noteTitle={t('info.activity')}
      note={({ use, usedAt }) => `${t(`places.${use}`)} ${formatTime(new Date(usedAt), locale)}`}
      empty={{
        icon: Clock,
        title: t('places.recentEmpty'),
        text: t('places.recentEmptyHint'),
      }}
    />
  );
}
