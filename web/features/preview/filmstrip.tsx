import type { Entry } from '#contract/files.ts';
import { previewUrl } from '#contract/previews.ts';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import { callAddress } from '../../api/http.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { isRightToLeft } from '../../lib/direction.ts';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOf } from '../../ui/kind-of.ts';
import styles from './filmstrip.module.css';

/** Width of a picture and the gap after it. Pixels. */
const STEP_PX = 76;
/** Space before the first and after the last picture. Pixels. */
const PADDING_PX = 12;

/**
 * Row of thumbnails under the shown file, one for each file of `series`. Pressing one opens its file. Tab reaches only that of
 * the shown file, because the arrow keys of the preview lead to the others.
 */
export function Filmstrip({
  series,
  path,
  onGo,
}: {
  series: readonly Entry[];
  path: string;
  onGo(path: string): void;
}) {
  const { t } = useTranslation();
  const strip = useRef<HTMLElement>(null);
  const shown = series.findIndex((entry) => entry.path === path);
  const virtualizer = useVirtualizer({
    horizontal: true,
    isRtl: isRightToLeft(),
    count: series.length,
    getScrollElement: () => strip.current,
    estimateSize: () => STEP_PX,
    paddingStart: PADDING_PX,
    paddingEnd: PADDING_PX,
    overscan: 4,
  });
  useEffect(() => {
    if (shown >= 0) virtualizer.scrollToIndex(shown, { align: 'center' });
  }, [virtualizer, shown]);
  return (
    <nav ref={strip} className={styles.strip} aria-label={t('preview.filmstrip')} data-chrome>
      <ul className={styles.film} style={{ inlineSize: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start }) => {
          const entry = series[index];
          if (entry === undefined) return null;
          return (
            <li key={entry.path} className={styles.item} style={{ insetInlineStart: start }}>
              <button
                type="button"
                className={styles.frame}
                aria-label={entry.name}
                aria-current={index === shown || undefined}
                tabIndex={index === shown ? 0 : -1}
                onClick={() => onGo(entry.path)}
              >
                <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} />
                <img
                  key={entry.modified}
                  className={styles.picture}
                  src={callAddress(previewUrl('thumb', entry.path, entry.modified))}
                  alt=""
                  decoding="async"
                  draggable={false}
                  // Hidden and not removed: React removes it when the file changes.
                  onError={({ currentTarget }) => (currentTarget.style.visibility = 'hidden')}
                />
              </button>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
