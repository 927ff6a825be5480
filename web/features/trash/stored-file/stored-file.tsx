import type { FileInfo } from '#contract/files.ts';
import { useQuery } from '@tanstack/react-query';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { call, callAddress } from '../../../api/http.ts';
import { pageConfig } from '../../../api/page-config.ts';
import { sessionHeader } from '../../../api/session-token.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { firstBytes } from '../../../lib/first-bytes.ts';
import { pictureChoice } from '../../../lib/pictures/picture-choice.ts';
import { textOf } from '../../../lib/text-encoding/text-of.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { useUser } from '../../../state/use-session.ts';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import styles from './stored-file.module.css';

const FramedPdf = lazy(async () => ({
  default: (await import('../../../ui/pdf/framed-pdf.tsx')).FramedPdf,
}));

/** Addresses of a file in the trash or of a version. */
export interface StoredSource {
  readonly queryKey: readonly unknown[];
  readonly inlineUrl: string;
  readonly previewUrl: string;
}

interface FileProps {
  file: FileInfo;
  source: StoredSource;
}

/**
 * Content of a file in the trash or of a version: a picture, a player, a PDF or the beginning of a text. Otherwise the
 * reason why it is not shown.
 */
export function StoredFile(props: FileProps) {
  const { file, source } = props;
  const { t } = useTranslation();
  const mayDownload = useUser()?.perm.download ?? false;
  const [isBroken, setBroken] = useState(false);
  if (!mayDownload) return <NotShown file={file}>{t('preview.noDownload')}</NotShown>;
  if (isBroken || hasNoViewer(file))
    return <NotShown file={file}>{t('preview.noPreview')}</NotShown>;
  const onError = () => setBroken(true);
  if (file.type === 'image') {
    return (
      <div className={styles.stage}>
        <img className={styles.picture} src={pictureOf(props)} alt={file.name} onError={onError} />
      </div>
    );
  }
  if (file.type === 'video' || file.type === 'audio') {
    return <Player kind={file.type} source={callAddress(source.inlineUrl)} onError={onError} />;
  }
  if (file.type === 'pdf') {
    return <PdfContent name={file.name} inlineUrl={source.inlineUrl} onError={onError} />;
  }
  return <TextContent {...props} />;
}

/** PDF in the reader. Its address and headers stay the same while it is shown. */
function PdfContent({
  name,
  inlineUrl,
  onError,
}: {
  name: string;
  inlineUrl: string;
  onError(): void;
}) {
  const [source] = useState(() => ({ address: callAddress(inlineUrl), headers: sessionHeader() }));
  return (
    <div className={styles.document}>
      <Suspense fallback={<Waiting />}>
        <FramedPdf source={source} name={name} waiting={<Waiting />} onError={onError} />
      </Suspense>
    </div>
  );
}

/** Player without subtitles, because those of a deleted video are other items. */
function Player({
  kind: Media,
  source,
  onError,
}: {
  kind: 'video' | 'audio';
  source: string;
  onError(): void;
}) {
  return <Media className={styles[Media]} src={source} controls onError={onError} />;
}

/** Returns true for types of files that no viewer can show. */
function hasNoViewer({ type }: Pick<FileInfo, 'type'>): boolean {
  return type === 'blob' || type === 'invalid_link';
}

function pictureOf({ file, source }: FileProps): string {
  const { first } = pictureChoice(file, pageConfig().ResizePreview);
  return callAddress(first === 'preview' ? source.previewUrl : source.inlineUrl);
}

/** Maximum number of displayed bytes of a text. */
const MAX_TEXT_BYTES = 262_144;

function TextContent({ file, source }: FileProps) {
  const { t } = useTranslation();
  const formats = useFormats();
  const isCut = file.size > MAX_TEXT_BYTES;
  const { data, error } = useQuery({
    queryKey: source.queryKey,
    queryFn: async ({ signal }) => {
      if (file.size === 0) return '';
      const headers = isCut ? { range: `bytes=0-${MAX_TEXT_BYTES - 1}` } : {};
      const reply = await call('GET', source.inlineUrl, { headers, signal });
      // Null, because a query has no undefined data.
      return textOf(await firstBytes(reply, MAX_TEXT_BYTES), { isCut }) ?? null;
    },
  });
  if (error) return <NotShown file={file}>{failureText(t, error)}</NotShown>;
  if (data === undefined) return <Waiting />;
  if (data === null) return <NotShown file={file}>{t('preview.noPreview')}</NotShown>;
  if (data === '') return <NotShown file={file}>{t('preview.emptyFile')}</NotShown>;
  return (
    <>
      <pre
        className={styles.text}
        dir="auto"
        // Scrolls with the keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        role="region"
        aria-label={t('preview.contentsOf', { name: file.name })}
      >
        {data}
      </pre>
      {isCut && (
        <p className={styles.note}>
          {t('preview.firstPart', {
            shown: formats.size(MAX_TEXT_BYTES),
            size: formats.size(file.size),
          })}
        </p>
      )}
    </>
  );
}

/** Symbol of a file with the reason why its content is not shown. */
function NotShown({ file, children }: { file: FileInfo; children: ReactNode }) {
  return (
    <div className={styles.stage}>
      <KindGlyph kind={kindOf(file)} isSymlink={file.isSymlink} size={64} />
      <p role="status">{children}</p>
    </div>
  );
}

export function Waiting() {
  const { t } = useTranslation();
  return (
    <div className={styles.stage} role="status" aria-label={t('common.loading')}>
      <Spinner size={28} />
    </div>
  );
}
