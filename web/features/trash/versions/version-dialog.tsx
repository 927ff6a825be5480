import type { FileInfo } from '#contract/files.ts';
import { versionPreviewUrl, versionRawUrl, versionResourceUrl } from '#contract/versions.ts';
import { useQuery } from '@tanstack/react-query';
import { Columns2, Download } from 'lucide-react';
import { downloadFrom } from '../../../actions/download.ts';
import { callJson } from '../../../api/http.ts';
import { VERSIONS_KEY } from '../../../api/versions.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { untilText } from '../page/time-texts.ts';
import { StoredFile, Waiting } from '../stored-file/stored-file.tsx';
import styles from '../stored-file/stored-file.module.css';

type VersionProps = DialogProps<'version'>;

/** Shows a version of a file: its content and its properties. */
export function VersionDialog({ dialog, onClose }: VersionProps) {
  const { entry, version, restore, compare } = dialog;
  const { t } = useTranslation();
  const formats = useFormats();
  const closing = (run: () => void) => () => {
    onClose();
    run();
  };
  return (
    <Dialog
      title={
        <span className={styles.title}>
          <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} size={32} />
          <span className={styles.titleText}>
            <span className={styles.caption}>
              {t('versions.of', {
                date: formats.exactDate(new Date(version.modifiedAt).toISOString()),
              })}
            </span>
            <EntryName name={entry.name} />
          </span>
        </span>
      }
      size="wide"
      onClose={onClose}
      onSubmit={restore ? closing(restore) : onClose}
      buttons={
        <>
          <span className={styles.tools}>
            <Button variant="quiet" onClick={() => downloadFrom(versionRawUrl(version.id))}>
              <Download size={18} strokeWidth={1.75} aria-hidden />
              {t('actions.download')}
            </Button>
            {compare && (
              <Button variant="quiet" onClick={closing(compare)}>
                <Columns2 size={18} strokeWidth={1.75} aria-hidden />
                {t('versions.compare')}
              </Button>
            )}
          </span>
          <Button type={restore ? 'button' : 'submit'} onClick={onClose}>
            {t('common.close')}
          </Button>
          {restore && (
            <Button type="submit" variant="primary" data-focus-first>
              {t('trash.restore')}
            </Button>
          )}
        </>
      }
    >
      <Content id={version.id} />
      <Facts version={version} />
    </Dialog>
  );
}

function Content({ id }: { id: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [...VERSIONS_KEY, 'item', id],
    queryFn: ({ signal }) => callJson<FileInfo>('GET', versionResourceUrl(id), { signal }),
  });
  if (error) {
    return (
      <div className={styles.stage} role="alert">
        <p>{failureText(t, error)}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );
  }
  if (!data) return <Waiting />;
  const source = {
    queryKey: [...VERSIONS_KEY, 'text', id],
    inlineUrl: versionRawUrl(id, { inline: true }),
    previewUrl: versionPreviewUrl(id, 'big'),
  };
  return <StoredFile file={data} source={source} />;
}

function Facts({ version }: Pick<VersionProps['dialog'], 'version'>) {
  const { t, locale } = useTranslation();
  const formats = useFormats();
  const replaced = new Date(version.replacedAt).toISOString();
  const expires = new Date(version.expiresAt).toISOString();
  return (
    <dl className={styles.facts}>
      <dt>{t('listing.size')}</dt>
      <dd>
        <bdi>{formats.size(version.size)}</bdi>
      </dd>
      <dt>{t('versions.replacedAt')}</dt>
      <dd>
        <time dateTime={replaced}>{formats.exactDate(replaced)}</time>
        {version.replacedBy !== '' && (
          <>
            {' · '}
            <bdi>{version.replacedBy}</bdi>
          </>
        )}
      </dd>
      <dt>{t('trash.expires')}</dt>
      <dd>
        <time dateTime={expires} title={formats.exactDate(expires)}>
          {untilText(version.expiresAt, locale)}
        </time>
      </dd>
    </dl>
  );
}
