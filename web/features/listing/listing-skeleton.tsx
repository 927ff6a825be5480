import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chosenPreferences } from '../../state/preferences.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ColumnHeader } from './column-header.tsx';
import gridStyles from './entry-grid.module.css';
import { useAnnounceLoading } from '../../ui/use-announce-loading.ts';
import styles from './listing.module.css';
import { SortBar } from './sort-bar.tsx';
import { useViewMode } from './use-chosen-view.ts';

/** Fixed widths of names, so that nothing flickers. */
const WIDTHS = [212, 136, 252, 172, 104, 228, 152, 196, 124, 216].map((width) => `${width}px`);

/** Column header or sort bar, and a skeleton of the entries, which is invisible for the first 200 ms. */
export function ListingSkeleton() {
  const { t } = useTranslation();
  useAnnounceLoading();
  const sorting = useStore(chosenPreferences, (state) => state.sorting);
  const mode = useViewMode();
  const isList = mode === 'list';
  const Header = isList ? ColumnHeader : SortBar;
  return (
    <div className={styles.skeleton} role="status" aria-label={t('common.loading')}>
      <div className={gridStyles.grid} data-view={isList ? 'list' : 'tiles'} aria-hidden inert>
        <Header sorting={sorting} onSort={() => {}} onLeave={() => {}} />
        {isList ? <SkeletonRows /> : <SkeletonTiles isGallery={mode === 'mosaic gallery'} />}
      </div>
    </div>
  );
}

function SkeletonRows() {
  return (
    <div className={styles.skeletonRows}>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.skeletonRow}>
          <Skeleton width="24px" />
          <Skeleton width={width} />
          <span className={styles.skeletonEnd}>
            <Skeleton width="72px" />
            <Skeleton width="96px" />
          </span>
        </div>
      ))}
    </div>
  );
}

function SkeletonTiles({ isGallery }: { isGallery: boolean }) {
  return (
    <div className={styles.skeletonTiles} data-gallery={isGallery ? '' : undefined}>
      {WIDTHS.map((width) => (
        <div key={width} className={styles.skeletonTile}>
          <Skeleton width="100%" />
          <Skeleton width={width} />
        </div>
      ))}
    </div>
  );
}
