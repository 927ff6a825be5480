import { Star } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { Transfers } from '../../actions/action.ts';
import { starredQuery } from '../../api/places.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { useFormats } from '../../state/use-formats.ts';
import { PlacePage } from './place-page.tsx';

/** Items that the user has starred: folders first, then files. */
export function StarredPage({ transfers }: { transfers: Transfers }) {
  const { t } = useTranslation();
  const { date } = useFormats();
  return (
    <PlacePage
      list={useQuery(starredQuery)}
      transfers={transfers}
      groups={(items) =>
        [
          { title: t('listing.folders'), items: items.filter(({ isDir }) => isDir) },
          { title: t('listing.files'), items: items.filter(({ isDir }) => !isDir) },
        ].filter((group) => group.items.length > 0)
      }
      noteTitle={t('listing.modified')}
      note={({ modified }) => date(modified)}
      empty={{
        icon: Star,
        title: t('places.starredEmpty'),
        text: t('places.starredEmptyHint'),
      }}
    />
  );
}
