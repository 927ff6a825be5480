import { Grid3x3, Square } from 'lucide-react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { chooseTileSize, TILE_SIZES, tileSize } from '../../state/tile-size.ts';
import styles from './tile-size.module.css';

/** Slider for the size of tiles. A double click chooses the usual size. */
export function TileSize() {
  const { t } = useTranslation();
  const size = useStore(tileSize, (state) => state.size);
  return (
    <span className={styles.size}>
      <Grid3x3 size={16} strokeWidth={1.75} aria-hidden />
      <input
        type="range"
        className={styles.slider}
        aria-label={t('listing.tileSize')}
        aria-valuetext={`${Math.round(100 * size)}%`}
        title={t('listing.tileSize')}
        min={TILE_SIZES.least}
        max={TILE_SIZES.most}
        step={TILE_SIZES.step}
        value={size}
        onChange={({ target }) => chooseTileSize(target.valueAsNumber)}
        onDoubleClick={() => chooseTileSize(1)}
      />
      <Square size={16} strokeWidth={1.75} aria-hidden />
    </span>
  );
}
