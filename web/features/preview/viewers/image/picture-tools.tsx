import { ImageUpscale, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { formatPercent } from '../../../../i18n/format.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { SlotContent } from '../../../../ui/slots.tsx';
import { Spinner } from '../../../../ui/spinner.tsx';
import { useAnnounceLoading } from '../../../../ui/use-announce-loading.ts';
import styles from './image-viewer.module.css';
import type { Picture } from './use-picture.ts';
import type { Zoom } from './use-zoom.ts';
import { ZOOM_STEP } from './zoom.ts';

/** Buttons that zoom and rotate the picture, and load the original. */
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
      {picture.full !== 'none' && <FullSize {...picture} />}
    </SlotContent>
  );
}

/** Loads the original. While it loads, the button stays and keeps the focus. */
function FullSize({ full, loadFull }: Picture) {
  const { t } = useTranslation();
  const box = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      if (element?.contains(document.activeElement) !== true) return;
      // The button disappears with the focus, which goes to the last other button of the bar.
      const buttons = [...(element.parentElement?.querySelectorAll('button') ?? [])];
      buttons.findLast((button) => !element.contains(button))?.focus();
    };
  }, []);
  const isLoading = full === 'loading';
  return (
    <span ref={box}>
      <IconButton
        label={t(isLoading ? 'preview.fullSizeLoading' : 'preview.fullSize')}
        icon={isLoading ? AnnouncedSpinner : ImageUpscale}
        aria-disabled={isLoading || undefined}
        onClick={loadFull}
      />
    </span>
  );
}

function AnnouncedSpinner() {
  useAnnounceLoading();
  return <Spinner />;
}

/** Current zoom. Toggles between original size and fitting the window, unless they are the same. */
function ZoomFactor({ zoom }: { zoom: Zoom }) {
  const { t, locale } = useTranslation();
  const isSame = zoom.isFit && zoom.factor >= 1;
  const percent = formatPercent(100 * zoom.factor, locale);
  return (
    <button
      type="button"
      className={styles.factor}
      // A button that is disabled by the attribute would lose the focus.
      aria-disabled={isSame || undefined}
      aria-label={
        isSame
          ? undefined
          : t(zoom.isFit ? 'preview.zoomToWhole' : 'preview.zoomToFit', { percent })
      }
      onClick={() => {
        if (!isSame) (zoom.isFit ? zoom.zoomToWhole : zoom.fit)();
      }}
    >
      {percent}
    </button>
  );
}
