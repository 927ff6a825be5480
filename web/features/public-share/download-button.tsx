import type { PublicFile } from '#contract/shares.ts';
import { Download } from 'lucide-react';
import type { MouseEvent } from 'react';
import { callAddress } from '../../api/http.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { bytesUrl } from './addresses.ts';
import styles from './download-button.module.css';
import { useDownload } from './folder/use-download.ts';
import type { OpenLink } from './open-link.ts';
import { isPlainClick } from './plain-click.ts';
import { useFormats } from './use-formats.ts';

/** Download button. It is a link, so that its address can be copied or saved elsewhere. */
export function DownloadButton({ link, file }: { link: OpenLink; file: PublicFile }) {
  const { t } = useTranslation();
  const { size } = useFormats();
  const { begin, isBusy, news } = useDownload(link);

  const download = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!isBusy) begin({ kind: 'file', file }, 'zip');
  };
  return (
    <>
      <ButtonAnchor
        variant="primary"
        href={callAddress(bytesUrl(link, file))}
        download={file.name}
        aria-busy={isBusy || undefined}
        onClick={download}
      >
        <Download size={18} strokeWidth={1.75} aria-hidden />
        {t('public.downloadSized', { size: size(file.size) })}
      </ButtonAnchor>
      <p className={styles.news} data-kind={news?.kind} role="status">
        {news?.text}
      </p>
    </>
  );
}
