import { useEffect, useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { pictureChoice } from '../../../lib/pictures/picture-choice.ts';
import { Button } from '../../../ui/button.tsx';
import { bytesUrl, pictureUrl } from '../addresses.ts';
import type { ViewerProps } from './viewer-props.ts';
import styles from './viewers.module.css';
import { Waiting } from './waiting.tsx';

/** Picture: a preview first, if available, and the original on request. */
export function ImageViewer({ share, file, onSettled, onFailed }: ViewerProps) {
  const { first, hasMore } = pictureChoice(file, pageConfig().ResizePreview);
  const whole = callAddress(bytesUrl(share, file, { inline: true }));
  const [isShown, setShown] = useState(false);
  const full = useFullSize(whole);
  const isWhole = first === 'whole' || full.state === 'there';

  // Without a preview, the original is loaded instead.
  const onError = () => (hasMore && !isWhole ? full.show() : onFailed());
  return (
    <div className={styles.picture}>
      <img
        src={isWhole ? whole : callAddress(pictureUrl(share, file, 'big'))}
        alt={file.name}
        data-shown={isShown || undefined}
        onLoad={() => {
          setShown(true);
          onSettled?.();
        }}
        onError={onError}
      />
      {!isShown && <Waiting />}
      {isShown && hasMore && !isWhole && <FullSize full={full} />}
    </div>
  );
}

interface Full {
  readonly state: 'offered' | 'loading' | 'failed' | 'there';
  load(): void;
  show(): void;
}

/** Keeps the preview until the original can be drawn. */
function useFullSize(whole: string): Full {
  const [state, setState] = useState<Full['state']>('offered');
  useEffect(() => {
    if (state !== 'loading') return undefined;
    const image = new Image();
    let isWanted = true;
    image.src = whole;
    image.decode().then(
      () => isWanted && setState('there'),
      () => isWanted && setState('failed'),
    );
    return () => {
      isWanted = false;
      if (!image.complete) image.src = '';
    };
  }, [state, whole]);
  return { state, load: () => setState('loading'), show: () => setState('there') };
}

function FullSize({ full }: { full: Full }) {
  const { t } = useTranslation();
  return (
    <div className={styles.fullSize}>
      {full.state === 'failed' && <p role="alert">{t('viewer.fullSizeFailed')}</p>}
      <Button busy={full.state === 'loading'} onClick={full.load}>
        {t('viewer.fullSize')}
      </Button>
    </div>
  );
}
