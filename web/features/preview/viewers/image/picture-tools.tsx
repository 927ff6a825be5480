import { ImageUpscale, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { formatPercent } from '../../../../i18n/format.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SlotContent } from '../../../../ui/slots.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import styles from './image-viewer.module.css';
import type { Picture } from './use-picture.ts';
import type { Zoom } from './use-zoom.ts';
import { ZOOM_STEP } from './zoom.ts';

/** Buttons for all gestures. */
export function PictureTools({ picture, zoom }: { picture: Picture; zoom: Zoom }) {
  const { t } = useTranslation();
  return (
    <SlotContent name="preview-tools">
      <IconButton
        label={t('preview.zoomOut')}
        shortcut="-"
        icon={ZoomOut}
        onClick={() => zoom.zoomBy(1 / ZOOM_STEP)}
      />
      <ZoomFactor zoom={zoom} />
      <IconButton
        label={t('preview.zoomIn')}
        shortcut="+"
        icon={ZoomIn}
        onClick={() => zoom.zoomBy(ZOOM_STEP)}
      />
      <IconButton label={t('preview.rotate')} shortcut="R" icon={RotateCw} onClick={zoom.turn} />
      {picture.full === 'offered' && (
        <IconButton label={t('preview.fullSize')} icon={ImageUpscale} onClick={picture.loadFull} />
      )}
      {picture.full === 'loading' && (
        <span className={styles.busy} role="status" aria-label={t('preview.fullSizeLoading')}>
          <Spinner />
        </span>
      )}
    </SlotContent>
  );
}

/** Current zoom. Toggles between original size and fitting the window. */
function ZoomFactor({ zoom }: { zoom: Zoom }) {
  const { t, locale } = useTranslation();
  const percent = formatPercent(100 * zoom.factor, locale);
  return (
    <button
      type="button"
      className={styles.factor}
      aria-label={t(zoom.isFit ? 'preview.zoomToWhole' : 'preview.zoomToFit', { percent })}
      onClick={() => (zoom.isFit ? zoom.zoomToWhole() : zoom.fit())}
    >
      {percent}
    </button>
  );
}
