import type { ArchiveFormat } from '#contract/archives.ts';
import { useState } from 'react';
import { callAddress } from '../../../api/http.ts';
import { requireAvailable, publicArchiveAddress } from '../../../api/public-files.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { bytesUrl } from '../addresses.ts';
import type { OpenShare } from '../open-share.ts';
import { mayHaveEnded, troubleWords } from '../trouble-words.ts';
import type { WantedDownload } from './wanted-download.ts';

/** Result of the last download. */
export type DownloadMessage =
  | { readonly kind: 'begun'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string };

export interface Downloads {
  readonly isBusy: boolean;
  readonly message: DownloadMessage | undefined;
  begin(wanted: WantedDownload, format: ArchiveFormat): void;
}

/**
 * Starts browser downloads without leaving the page. Browsers hide the reason of a failure, so the server is asked
 * first.
 */
export function useDownload(share: OpenShare): Downloads {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [message, setMessage] = useState<DownloadMessage>();

  const begin = async (wanted: WantedDownload, format: ArchiveFormat) => {
    setBusy(true);
    setMessage(undefined);
    try {
      const url = await addressOf(share, wanted, format);
      await requireAvailable(url);
      startInBrowser(url);
      setMessage({ kind: 'begun', text: t('folder.downloadBegun') });
    } catch (failure) {
      setMessage({
        kind: 'failed',
        text: t('folder.downloadFailed', { reason: troubleWords(t, failure) }),
      });
      if (mayHaveEnded(failure)) share.onRefused();
    }
    setBusy(false);
  };
  return { isBusy, message, begin: (wanted, format) => void begin(wanted, format) };
}

function addressOf(
  share: OpenShare,
  wanted: WantedDownload,
  format: ArchiveFormat,
): Promise<string> {
  if (wanted.kind === 'file') return Promise.resolve(bytesUrl(share, wanted.file));
  const { hash, token } = share;
  return publicArchiveAddress({ hash, token, folder: wanted.folder, names: wanted.names, format });
}

/** Starts a download of the browser by clicking an anchor. */
function startInBrowser(url: string): void {
  const anchor = document.createElement('a');
  anchor.href = callAddress(url);
  anchor.download = '';
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
}
