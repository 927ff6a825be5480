import type { Resource } from '#contract/files.ts';
import {
  trashedPreviewUrl,
  trashedRawUrl,
  trashedResourceUrl,
  type TrashedItem,
} from '#contract/trash.ts';
import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Download } from 'lucide-react';
import { useState } from 'react';
import { downloadFrom } from '../../../actions/download.ts';
import { callJson } from '../../../api/http.ts';
import { TRASH_KEY } from '../../../api/trash.ts';
import { failureText } from '../../../i18n/failure-text.ts';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolatePath } from '../../../lib/isolate.ts';
import { spelled } from '../../../lib/name-parts.ts';
import type { DialogProps } from '../../../state/dialog-spec.ts';
import { useFormats } from '../../../state/use-formats.ts';
import { useUser } from '../../../state/use-session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EntryName } from '../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../ui/kind-glyph.tsx';
import { kindOf } from '../../../ui/kind-of.ts';
import { StoredFile, Waiting } from '../stored-file/stored-file.tsx';
import { untilText } from './time-texts.ts';
import { kindOfItem } from './trash-row.tsx';
import stored from '../stored-file/stored-file.module.css';
import styles from './trashed-item.module.css';

/** Shows an item in the trash: its content, or the content of a folder, and its properties. */
export function TrashedItemDialog({ dialog, onClose }: DialogProps<'trashed-item'>) {
  const { item } = dialog;
  const { t } = useTranslation();
  const mayDownload = useUser()?.perm.download ?? false;
  const [path, setPath] = useState('/');
  const restore = () => {
    onClose();
    dialog.restore();
  };
  return (
    <Dialog
      title={
        <span className={stored.title}>
          <KindGlyph kind={kindOfItem(item)} isSymlink={item.isSymlink} size={32} />
          <EntryName name={item.name} />
        </span>
      }
      size="wide"
      onClose={onClose}
      onSubmit={restore}
      buttons={
        <>
          {mayDownload && (
            <Button variant="quiet" onClick={() => downloadFrom(trashedRawUrl(item.id, path))}>
              <Download size={18} strokeWidth={1.75} aria-hidden />
              {t('actions.download')}
            </Button>
          )}
          <Button onClick={onClose}>{t('common.close')}</Button>
          <Button type="submit" variant="primary" data-focus-first>
            {t('trash.restore')}
          </Button>
        </>
      }
    >
      {item.isDir && <Crumbs item={item} path={path} onGo={setPath} />}
      <Content key={path} item={item} path={path} onGo={setPath} />
      <Facts item={item} />
    </Dialog>
  );
}

interface ItemPathProps {
  item: TrashedItem;
  /** Path inside the item; '/' is the item itself. */
  path: string;
  onGo(path: string): void;
}

/** Names of the folders from the deleted one to the shown one, as buttons. */
function Crumbs({ item, path, onGo }: ItemPathProps) {
  const { t } = useTranslation();
  const names = path.split('/').filter((name) => name !== '');
  if (names.length === 0) return null;
  const steps = [item.name, ...names];
  return (
    <nav aria-label={t('shell.breadcrumbs')}>
      <ol className={styles.crumbs}>
        {steps.map((name, index) => (
          <li key={steps.slice(0, index + 1).join('/')}>
            {index > 0 && <ChevronRight size={14} strokeWidth={2} aria-hidden />}
            <button
              type="button"
              aria-current={index === steps.length - 1 ? 'page' : undefined}
              onClick={() => onGo(`/${names.slice(0, index).join('/')}`)}
            >
              <bdi>{name}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

/** Content of the file or folder at a path inside the item. */
function Content({ item, path, onGo }: ItemPathProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: [...TRASH_KEY, 'item', item.id, path],
    queryFn: ({ signal }) =>
      callJson<Resource>('GET', trashedResourceUrl(item.id, path), { signal }),
  });
  if (error) {
    return (
      <div className={stored.stage} role="alert">
        <p>{failureText(t, error)}</p>
        <Button onClick={() => void refetch()}>{t('common.retry')}</Button>
      </div>
    );
  }
  if (!data) return <Waiting />;
  if ('items' in data) return <FolderContent folder={data} path={path} onGo={onGo} />;
  const source = {
    queryKey: [...TRASH_KEY, 'text', item.id, path],
    inlineUrl: trashedRawUrl(item.id, path, { inline: true }),
    previewUrl: trashedPreviewUrl(item.id, 'big', path),
  };
  return <StoredFile file={data} source={source} />;
}

/** Maximum number of rows; the archive contains all of them. */
const MAX_ROWS = 500;

function FolderContent({
  folder: { items },
  path,
  onGo,
}: {
  folder: Extract<Resource, { items: unknown }>;
  path: string;
  onGo(path: string): void;
}) {
  const { t } = useTranslation();
  const formats = useFormats();
  const above = path === '/' ? '' : path;
  if (items.length === 0) return <p className={stored.stage}>{t('listing.lonelyReadOnly')}</p>;
  return (
    <ul className={styles.rows} aria-label={t('info.contents')}>
      {items.slice(0, MAX_ROWS).map((entry) => (
        <li key={entry.name}>
          <button
            type="button"
            className={styles.row}
            onClick={() => onGo(`${above}/${entry.name}`)}
          >
            <KindGlyph kind={kindOf(entry)} isSymlink={entry.isSymlink} />
            <EntryName name={entry.name} />
            {!entry.isDir && <bdi className={styles.size}>{formats.size(entry.size)}</bdi>}
          </button>
        </li>
      ))}
      {items.length > MAX_ROWS && (
        <li className={styles.more}>{t('prompts.andMore', { count: items.length - MAX_ROWS })}</li>
      )}
    </ul>
  );
}

function Facts({ item }: { item: TrashedItem }) {
  const { t, locale } = useTranslation();
  const formats = useFormats();
  const deleted = new Date(item.deletedAt).toISOString();
  const expires = new Date(item.expiresAt).toISOString();
  return (
    <dl className={stored.facts}>
      <dt>{t('trash.location')}</dt>
      <dd>
        <bdi dir="ltr">{isolatePath(spelled(item.path))}</bdi>
      </dd>
      {item.size !== null && (
        <>
          <dt>{t('listing.size')}</dt>
          <dd>
            <bdi>{formats.size(item.size)}</bdi>
            {item.isDir &&
              item.entries !== null &&
              ` · ${t('info.many', { count: Math.max(0, item.entries - 1) })}`}
          </dd>
        </>
      )}
      <dt>{t('trash.deletedAt')}</dt>
      <dd>
        <time dateTime={deleted}>{formats.exactDate(deleted)}</time>
      </dd>
      <dt>{t('trash.deletedBy')}</dt>
      <dd>
        <bdi>{item.deletedBy}</bdi>
      </dd>
      <dt>{t('trash.expires')}</dt>
      <dd>
        <time dateTime={expires} title={formats.exactDate(expires)}>
          {untilText(item.expiresAt, locale)}
        </time>
      </dd>
    </dl>
  );
}
