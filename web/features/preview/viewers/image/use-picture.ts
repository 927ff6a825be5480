import type { FileInfo } from '#contract/files.ts';
import { type SyntheticEvent, useEffect, useState } from 'react';
import { pageConfig } from '../../../../api/page-config.ts';
import { useTranslation } from '../../../../i18n/use-translation.ts';
import { isOffline } from '../../../../lib/connection.ts';
import { toasts } from '../../../../state/toasts.ts';
import type { ViewerProps } from '../viewer.ts';
import { isDiskMissing } from '../is-disk-missing.ts';
import { sourceOf } from './picture-source.ts';
import type { Size } from './zoom.ts';

export interface Picture {
  readonly address: string;
  /** Size of the picture that is loaded first; undefined until then. */
  readonly size: Size | undefined;
  /** Width of the original in pixels. */
  readonly fullWidth: number;
  /** State of the original, if a smaller preview is shown. */
  readonly full: 'none' | 'offered' | 'loading';
  loadFull(): void;
  onLoad(event: SyntheticEvent<HTMLImageElement>): void;
  onError(): void;
}

/** Size of a vector drawing without dimensions. */
const DRAWING: Size = { width: 512, height: 512 };

/** Loads a picture: a preview first, if available, and the original on request. */
export function usePicture(file: FileInfo, onUnshowable: ViewerProps['onUnshowable']): Picture {
  const { t } = useTranslation();
  const { first, full } = sourceOf(file, pageConfig().ResizePreview);
  const [size, setSize] = useState<Size>();
  const [state, setState] = useState<'offered' | 'loading' | 'there'>('offered');

  useEffect(() => {
    if (state !== 'loading' || full === undefined) return undefined;
    const image = new Image();
    let isWanted = true;
    image.src = full;
    image.decode().then(
      () => isWanted && setState('there'),
      () => {
        if (!isWanted) return;
        setState('offered');
        toasts.getState().show('error', t('preview.fullSizeFailed'));
      },
    );
    return () => {
      isWanted = false;
      // Cancels the download when the viewer closes.
      if (!image.complete) image.src = '';
    };
  }, [state, full, t]);

  const reportReason = async () => {
    const isMissing = await isDiskMissing(file.path);
    onUnshowable(t(isMissing ? 'errors.diskUnavailable' : 'preview.pictureBroken'), 'try-again');
  };
  const isFull = state === 'there';
  return {
    address: isFull && full !== undefined ? full : first,
    size,
    fullWidth: file.resolution?.width ?? size?.width ?? 1,
    full: full === undefined || isFull ? 'none' : state,
    loadFull: () => setState((before) => (before === 'there' ? before : 'loading')),
    onLoad({ currentTarget: { naturalWidth: width, naturalHeight: height } }) {
      // The size of the preview stays the reference when the original replaces it.
      setSize((before) => before ?? (width > 0 && height > 0 ? { width, height } : DRAWING));
    },
    onError() {
      // Without a preview, the original is loaded instead.
      if (full !== undefined && !isFull && !isOffline()) setState('there');
      else if (isOffline()) onUnshowable(t('preview.notLoaded'), 'try-again');
      else void reportReason();
    },
  };
}
