import type { Entry } from '#contract/files.ts';
import type { PublicFolder } from '#contract/shares.ts';
import { FolderOpen } from 'lucide-react';
import { lazy, useMemo, useState } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { useKeys } from '../../../lib/keyboard.ts';
import { NARROW } from '../../../lib/breakpoints.ts';
import { useMediaQuery } from '../../../lib/use-media-query.ts';
import { lastArchiveFormat, rememberArchiveFormat } from '../../../state/archive-format.ts';
import { createSelection, type SelectionOrder } from '../../../state/selection.ts';
import { LatePart } from '../../../ui/late-part.tsx';
import type { OpenShare } from '../open-share.ts';
import { PageCode } from '../page-code.tsx';
import { closeViewer, openViewer, useViewing } from '../viewing.ts';
import { isDownloadable, wantedDownload } from './wanted-download.ts';
import { Crumbs } from './crumbs.tsx';
import { DownloadBar } from './download-bar.tsx';
import { EntryList } from './entry-list.tsx';
import { FolderHead } from './folder-head.tsx';
import styles from './folder-view.module.css';
import { isGallery } from './is-gallery.ts';
import { useDownload } from './use-download.ts';
import { useShownPart } from './use-shown-part.ts';

/** Folder of a share, with its entries and downloads. */
export function FolderView({
  share,
  path,
  folder,
  onNavigate,
}: {
  share: OpenShare;
  /** Path in the share; '/' is the shared item. */
  path: string;
  folder: PublicFolder;
  onNavigate(path: string): void;
}) {
  const { items } = folder;
  const [selection] = useState(createSelection);
  const order = useMemo(() => orderOf(items), [items]);
  const [format, setFormat] = useState(lastArchiveFormat);
  const downloads = useDownload(share);
  const [isViewerMissing, setViewerMissing] = useState(false);
  const part = useShownPart(share.hash, path, items);
  useKeys('page', (_, pressed) => {
    if (pressed === 'Escape') selection.clear();
    else if (pressed === 'Ctrl+A') selection.selectAll(order);
    return pressed === 'Ctrl+A';
  });
  const isNarrow = useMediaQuery(NARROW);
  // Beside the buttons, so that pictures start at the first screen.
  const isSelectAllInBar = !isNarrow && isGallery(items);
  const isCodeInBar = !isNarrow && items.length > 0;

  const walk = (to: string) => {
    part.keep(to);
    onNavigate(to);
  };
  const chooseFormat = (chosen: typeof format) => {
    rememberArchiveFormat(chosen);
    setFormat(chosen);
  };
  const download = (entry: Entry) => downloads.begin(wantedDownload(path, [entry]), format);
  const view = (entry: Entry) => {
    setViewerMissing(false);
    openViewer(entry.path);
  };

  return (
    <div className={styles.folder} data-view={isGallery(items) ? 'pictures' : undefined}>
      <Crumbs hash={share.hash} path={path} onNavigate={walk} />
      <FolderHead share={share} title={part.title} folder={folder} />
      {items.length === 0 ? (
        <EmptyFolder />
      ) : (
        <>
          <DownloadBar
            share={share}
            path={path}
            entries={items}
            selection={selection}
            order={isSelectAllInBar ? order : undefined}
            format={format}
            downloads={downloads}
            onFormat={chooseFormat}
            isViewerMissing={isViewerMissing}
            onPreview={view}
            end={isCodeInBar && <PageCode size={100} isInBar />}
          />
          <EntryList
            share={share}
            entries={items}
            shown={part.shown}
            selection={selection}
            order={order}
            hasSelectAll={!isSelectAllInBar}
            firstActive={part.firstActive}
            onShowMore={part.showMore}
            onOpen={(entry) => (entry.isDir ? walk(entry.path) : view(entry))}
            onDownload={download}
          />
        </>
      )}
      <OpenFile share={share} files={items} onMissing={() => setViewerMissing(true)} />
      {!isCodeInBar && <PageCode size={100} />}
    </div>
  );
}

/** Order of the entries that can be downloaded, including those not rendered yet. */
function orderOf(items: readonly Entry[]): SelectionOrder {
  const paths = items.filter(isDownloadable).map(({ path }) => path);
  const indexes = new Map(paths.map((path, index) => [path, index]));
  return {
    count: paths.length,
    pathAt: (index) => paths[index],
    indexOf: (path) => indexes.get(path) ?? -1,
  };
}

function EmptyFolder() {
  const { t } = useTranslation();
  return (
    <div className={styles.empty}>
      <FolderOpen size={56} strokeWidth={1.25} aria-hidden />
      <p>{t('folder.empty')}</p>
      <p className={styles.hint}>{t('folder.emptyHint')}</p>
    </div>
  );
}

async function loadViewer() {
  return { default: (await import('../preview/file-viewer.tsx')).FileViewer };
}

/** File in the viewer, if any. A viewer whose code cannot be loaded closes, and loads again when it is reopened. */
function OpenFile({
  share,
  files,
  onMissing,
}: {
  share: OpenShare;
  files: readonly Entry[];
  onMissing(): void;
}) {
  const viewing = useViewing();
  const [FileViewer, setFileViewer] = useState(() => lazy(loadViewer));
  const file = files.find(({ path, isDir }) => !isDir && path === viewing);
  if (!file) return null;
  const giveUp = () => {
    setFileViewer(() => lazy(loadViewer));
    onMissing();
    closeViewer();
  };
  return (
    <LatePart onFailure={giveUp}>
      <FileViewer share={share} file={file} files={files} />
    </LatePart>
  );
}
