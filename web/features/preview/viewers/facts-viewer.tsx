import type { FileInfo } from '#contract/files.ts';
import { Download } from 'lucide-react';
import { useStore } from 'zustand';
import { downloadFile, isDownloadedAsFile } from '../../../actions/download.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { session } from '../../../state/session.ts';
import { Button } from '../../../ui/button.tsx';
import { RetryButton } from '../../../ui/retry-button.tsx';
import styles from './facts-viewer.module.css';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { nameParts } from '../../../lib/name-parts.ts';
import { useFormats } from '../../../state/use-formats.ts';

/** Shows the properties of a file with a download button. */
export function FactsViewer({
  file,
  note,
  onRetry,
}: {
  file: FileInfo;
  /** Reason why the file is not displayed; by default, that there is no viewer for it. */
  note?: string | undefined;
  /** Present if retrying may help. */
  onRetry?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const mayDownload = useStore(session, ({ user }) => user?.perm.download ?? false);
  const kind = kindOf(file);
  return (
    <article className={styles.page}>
      <KindGlyph kind={kind} isSymlink={file.isSymlink} size={96} />
      <h2 className={styles.name}>
        <bdi dir="auto">{nameParts(file.name).map(({ text }) => text)}</bdi>
      </h2>
      <dl className={styles.facts}>
        <dt>{t('listing.kind')}</dt>
        <dd>{t(`listing.kinds.${kind}`)}</dd>
        <dt>{t('listing.size')}</dt>
        <dd>
          <bdi>{formats.size(file.size)}</bdi>
        </dd>
        <dt>{t('listing.modified')}</dt>
        <dd>
          <time dateTime={file.modified} title={formats.exactDate(file.modified)}>
            {formats.dateAlone(file.modified)}
          </time>
        </dd>
      </dl>
      <p role="status">{note ?? t('preview.noPreview')}</p>
      {mayDownload && isDownloadedAsFile(file) && (
        <Button variant="primary" onClick={() => downloadFile(file.path)}>
          <Download size={18} strokeWidth={1.75} aria-hidden />
          {t('actions.download')}
        </Button>
      )}
      {onRetry && <RetryButton onClick={onRetry} />}
    </article>
  );
}
