import type { PublicFile } from '#contract/shares.ts';
import { CornerLeftUp, Download, ExternalLink } from 'lucide-react';
import { type CSSProperties, lazy, type MouseEvent, useState } from 'react';
import { callAddress } from '../../api/http.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { ButtonAnchor } from '../../ui/button-anchor.tsx';
import { Button } from '../../ui/button.tsx';
import { NameText } from '../../ui/entry-name.tsx';
import { LatePart } from '../../ui/late-part.tsx';
import { RetryButton } from '../../ui/retry-button.tsx';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOf } from '../../ui/kind-of.ts';
import { bytesUrl } from './addresses.ts';
import styles from './file-card.module.css';
import { CopyDirectLink } from './folder/copy-direct-link.tsx';
import { useDownload } from './folder/use-download.ts';
import type { OpenShare } from './open-share.ts';
import { PageCode } from './page-code.tsx';
import { isPlainClick } from './plain-click.ts';
import { previewKindOf } from './preview/preview-kind.ts';
import { folderOf } from './shared-facts.ts';
import { useFocusOnce } from './use-focus-once.ts';
import { useFormats } from './use-formats.ts';

let FilePreview = latePreview();

/** Returns the preview, which loads after the page. After a failure, only a new one loads again. */
function latePreview() {
  return lazy(async () => ({
    default: (await import('./preview/file-preview.tsx')).FilePreview,
  }));
}

/** Maximum number of characters. Longer names would push the buttons off a phone's screen. */
const LONG_NAME = 80;

interface FileProps {
  share: OpenShare;
  file: PublicFile;
}

/** Shared file, with its properties, download buttons and QR code beside it; below it in narrow windows. */
export function FileCard({
  share,
  file,
  onNavigate,
}: FileProps & { onNavigate(path: string): void }) {
  const { t } = useTranslation();
  const title = useFocusOnce<HTMLHeadingElement>(file.path);
  return (
    <article className={styles.card} data-preview={previewKindOf(file)}>
      {file.path !== '' && (
        <div className={styles.way}>
          <Button variant="quiet" onClick={() => onNavigate(folderOf(file.path))}>
            <CornerLeftUp size={18} strokeWidth={1.75} aria-hidden />
            {t('public.toFolder')}
          </Button>
        </div>
      )}
      <Picture share={share} file={file} />
      <div className={styles.side}>
        <div className={styles.words}>
          <h1
            ref={title}
            tabIndex={-1}
            className={styles.name}
            data-long={file.name.length > LONG_NAME || undefined}
          >
            <bdi>
              <NameText text={file.name} />
            </bdi>
          </h1>
          <Facts file={file} />
          <div className={styles.ways}>
            <DownloadButton share={share} file={file} />
            <ButtonAnchor
              href={callAddress(bytesUrl(share, file, { inline: true }))}
              target="_blank"
              rel="noopener noreferrer"
            >
              <ExternalLink size={18} strokeWidth={1.75} aria-hidden />
              {t('public.open')}
            </ButtonAnchor>
            <CopyDirectLink share={share} file={file} />
          </div>
        </div>
        <PageCode size={200} />
      </div>
    </article>
  );
}

/** Preview of the file, or its icon. A preview that could not be loaded can be tried again. */
function Picture({ share, file }: FileProps) {
  const { t } = useTranslation();
  const kind = previewKindOf(file);
  const [isMissing, setMissing] = useState(false);
  const glyph = <KindGlyph kind={kindOf(file)} isSymlink={file.isSymlink} size={96} />;
  if (kind === undefined || file.size === 0) return <div className={styles.glyph}>{glyph}</div>;
  // One element in both states, which keeps the focus.
  return isMissing ? (
    <div className={styles.glyph} data-missing data-retry-area>
      {glyph}
      <p role="status">{t('viewer.notLoaded')}</p>
      <RetryButton onClick={() => setMissing(false)} />
    </div>
  ) : (
    <div className={styles.preview} data-kind={kind} style={shapeOf(file)} data-retry-area>
      <LatePart
        onFailure={() => {
          FilePreview = latePreview();
          setMissing(true);
        }}
        whileLoading={<div className={styles.glyph}>{glyph}</div>}
      >
        <FilePreview share={share} file={file} series={[]} />
      </LatePart>
    </div>
  );
}

/** Reserves the space of a picture before it is loaded. */
function shapeOf({ resolution }: PublicFile): CSSProperties {
  if (!resolution) return {};
  const { width, height } = resolution;
  // The types do not include custom properties.
  return { aspectRatio: `${width} / ${height}`, '--height': `${height}px` } as CSSProperties;
}

function Facts({ file }: { file: PublicFile }) {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <p className={styles.facts}>
      <bdi>{formats.size(file.size)}</bdi>
      <time dateTime={file.modified} title={formats.exactDate(file.modified)}>
        {t('public.modified', { date: formats.date(file.modified) })}
      </time>
    </p>
  );
}

/** Download button. It is a link, so that its address can be copied or saved elsewhere. */
function DownloadButton({ share, file }: { share: OpenShare; file: PublicFile }) {
  const { t } = useTranslation();
  const { begin, isBusy, message } = useDownload(share);

  const download = (event: MouseEvent) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    if (!isBusy) begin({ kind: 'file', file }, 'zip');
  };
  return (
    <>
      <ButtonAnchor
        variant="primary"
        href={callAddress(bytesUrl(share, file))}
        download={file.name}
        aria-busy={isBusy || undefined}
        onClick={download}
      >
        <Download size={18} strokeWidth={1.75} aria-hidden />
        {t('public.download')}
      </ButtonAnchor>
      <p className={styles.message} data-kind={message?.kind} role="status">
        {message?.text}
      </p>
    </>
  );
}
