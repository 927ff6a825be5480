import { useEffect } from 'react';
import { askForHead } from '../../../api/public-files.ts';
import { callAddress } from '../../../api/http.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { bytesUrl } from '../addresses.ts';
import { useAnswer } from './use-answer.ts';
import type { ViewerProps } from './viewer-props.ts';
import styles from './viewers.module.css';
import { Waiting } from './waiting.tsx';

/** A PDF in the browser's own viewer; most telephones have one only for a page of its own. */
export function PdfViewer({ link, file, onFailed }: ViewerProps) {
  const { t } = useTranslation();
  const url = bytesUrl(link, file, { inline: true });
  // A frame does not tell that nothing came.
  const { state } = useAnswer(url, (signal) => askForHead(url, signal));
  useEffect(() => {
    if (state === 'failed') onFailed();
  }, [state, onFailed]);
  if (state !== 'there') return <Waiting />;

  const address = callAddress(url);
  if (navigator.pdfViewerEnabled) {
    return (
      // The viewers of browsers do not start in a sandbox.
      // oxlint-disable-next-line react/iframe-missing-sandbox
      <iframe
        className={styles.document}
        src={address}
        title={t('viewer.contentsOf', { name: file.name })}
      />
    );
  }
  return (
    <div className={styles.sound}>
      <KindGlyph kind="pdf" size={96} />
      <a className={styles.opener} href={address} target="_blank" rel="noreferrer">
        {t('viewer.openDocument')}
      </a>
    </div>
  );
}
