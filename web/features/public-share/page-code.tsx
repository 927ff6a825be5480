import { QrCode as QrIcon } from 'lucide-react';
import { lazy, useState } from 'react';
import { useTranslation } from '../../i18n/use-translation.ts';
import { NARROW } from '../../lib/breakpoints.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';
import { Button } from '../../ui/button.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import styles from './page-code.module.css';

async function loadCode() {
  return { default: (await import('../../ui/qr-code.tsx')).QrCode };
}

/**
 * QR code of the page's address. It is shown on request on phones, in folders, whose contents need the space, and after it
 * could not be loaded. Says why it cannot be shown only where it was requested.
 */
export function PageCode({
  size,
  isInBar = false,
}: {
  size: 100 | 200;
  /** True beside the buttons of a bar: the code opens below its button, above the contents. */
  isInBar?: boolean;
}) {
  const { t } = useTranslation();
  // After a failure, only a new one loads again.
  const [QrCode, setQrCode] = useState(() => lazy(loadCode));
  const [hasFailed, setFailed] = useState(false);
  const [isMissing, setMissing] = useState(false);
  const isOnRequest = useMediaQuery(NARROW) || size === 100 || hasFailed;
  const [isWanted, setWanted] = useState(false);
  const giveUp = () => {
    setQrCode(lazy(loadCode));
    setFailed(true);
    setMissing(true);
  };
  const toggle = () => {
    setMissing(false);
    setWanted((before) => !before);
  };
  return (
    <div className={styles.container} data-in-bar={isInBar || undefined}>
      {isOnRequest && (
        <Button variant={isInBar ? 'plain' : 'quiet'} aria-expanded={isWanted} onClick={toggle}>
          <QrIcon size={18} strokeWidth={1.75} aria-hidden />
          {isWanted ? t('public.hideCode') : t('public.showCode')}
        </Button>
      )}
      {isWanted && isMissing && (
        <p className={styles.failure} role="alert">
          {t('trouble.noConnection')}
        </p>
      )}
      {(!isOnRequest || (isWanted && !isMissing)) && (
        <figure className={styles.code}>
          <div className={styles.squares} style={{ inlineSize: size, blockSize: size }}>
            {/* The page works without the QR code. */}
            <LatePart onFailure={giveUp}>
              <QrCode text={addressOfPage()} label={t('public.scan')} size={size} />
            </LatePart>
          </div>
          <figcaption className={styles.caption}>{t('public.scanToOpen')}</figcaption>
        </figure>
      )}
    </div>
  );
}

/** Returns the address without query and fragment. */
function addressOfPage(): string {
  return window.location.origin + window.location.pathname;
}
