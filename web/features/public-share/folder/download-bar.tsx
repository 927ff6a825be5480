import { ARCHIVE_EXTENSION, ARCHIVE_FORMATS, type ArchiveFormat } from '#contract/archives.ts';
import type { Entry } from '#contract/files.ts';
import { Download, Eye, X } from 'lucide-react';
import { type ReactNode, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from '../../../i18n/use-translation.ts';
import { isolate } from '../../../lib/isolate.ts';
import type { SelectionOrder, SelectionStore } from '../../../state/selection.ts';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { Select } from '../../../ui/select.tsx';
import type { OpenShare } from '../open-share.ts';
import { previewKindOf } from '../preview/preview-kind.ts';
import { useFormats } from '../use-formats.ts';
import { wantedDownload } from './wanted-download.ts';
import { CopyDirectLink } from './copy-direct-link.tsx';
import styles from './download-bar.module.css';
import { SelectAll } from './select-all.tsx';
import type { Downloads } from './use-download.ts';

export interface DownloadBarProps {
  readonly share: OpenShare;
  /** Path of the folder. */
  readonly path: string;
  /** Entries of the folder. */
  readonly entries: readonly Entry[];
  readonly selection: SelectionStore;
  /** Order of the entries, if the check box that selects all is in the bar. */
  readonly order: SelectionOrder | undefined;
  readonly format: ArchiveFormat;
  readonly downloads: Downloads;
  /** True after the code of the viewer could not be loaded. */
  readonly isViewerMissing: boolean;
  /** Content at the end of the bar. */
  readonly end: ReactNode;
  onFormat(format: ArchiveFormat): void;
  onPreview(entry: Entry): void;
}

/** Buttons that download everything or the selection, and the choice of the archive format. */
export function DownloadBar(props: DownloadBarProps) {
  const { path, entries, selection, format, downloads, isViewerMissing } = props;
  const { t } = useTranslation();
  // Subscribes here, so that a change does not render the list of entries.
  const paths = useSyncExternalStore(selection.subscribe, selection.paths);
  const selected = useMemo(
    () => (paths.size === 0 ? [] : entries.filter((entry) => paths.has(entry.path))),
    [entries, paths],
  );
  const wanted = wantedDownload(path, selected);
  return (
    <div
      className={styles.bar}
      data-selecting={selected.length > 0}
      role="group"
      aria-label={t('folder.downloads')}
    >
      {selected.length > 0 && <Selected {...props} selected={selected} />}
      <div className={styles.main}>
        <Button
          variant="primary"
          busy={downloads.isBusy}
          onClick={() => downloads.begin(wanted, format)}
        >
          {!downloads.isBusy && <Download size={18} strokeWidth={1.75} aria-hidden />}
          <DownloadText selected={selected} />
        </Button>
        {wanted.kind === 'archive' && <FormatChoice {...props} />}
        {props.order && <SelectAll selection={selection} order={props.order} />}
      </div>
      <Message downloads={downloads} isViewerMissing={isViewerMissing} />
      {props.end}
    </div>
  );
}

/** Number of selected entries, with what can be done with them besides downloading. */
function Selected({
  share,
  selection,
  selected,
  onPreview,
}: DownloadBarProps & { selected: readonly Entry[] }) {
  const { t } = useTranslation();
  const [only, ...others] = selected;
  const single = others.length === 0 ? only : undefined;
  return (
    <div className={styles.selected}>
      <IconButton
        label={t('folder.clear')}
        shortcut="Esc"
        icon={X}
        onClick={() => selection.clear()}
      />
      <span className={styles.count}>{t('folder.selected', { count: selected.length })}</span>
      {single && isShown(single) && (
        <IconButton label={t('folder.preview')} icon={Eye} onClick={() => onPreview(single)} />
      )}
      {single && !single.isDir && <CopyDirectLink share={share} file={single} />}
    </div>
  );
}

/** Returns true for a single image, audio or video file. */
function isShown(entry: Entry): boolean {
  const kind = previewKindOf(entry);
  return kind === 'image' || kind === 'audio' || kind === 'video';
}

function DownloadText({ selected }: { selected: readonly Entry[] }) {
  const { t } = useTranslation();
  const { size } = useFormats();
  const [only, ...others] = selected;
  if (!only) return t('folder.downloadAll');
  if (others.length > 0) {
    return t('folder.downloadSelected', { count: selected.length });
  }
  return only.isDir
    ? t('folder.downloadFolder')
    : t('folder.downloadFile', { size: size(only.size) });
}

function FormatChoice({ format, onFormat }: DownloadBarProps) {
  const { t } = useTranslation();
  return (
    <Select
      look="button"
      aria-label={t('folder.format')}
      value={format}
      onChange={({ target }) => {
        const chosen = ARCHIVE_FORMATS.find((one) => one === target.value);
        if (chosen) onFormat(chosen);
      }}
    >
      {ARCHIVE_FORMATS.map((one) => (
        <option key={one} value={one}>
          {isolate(ARCHIVE_EXTENSION[one])}
        </option>
      ))}
    </Select>
  );
}

function Message({
  downloads: { message },
  isViewerMissing,
}: Pick<DownloadBarProps, 'downloads' | 'isViewerMissing'>) {
  const { t } = useTranslation();
  const failure = message?.kind === 'failed' ? message.text : undefined;
  return (
    <>
      <p className={styles.message} role="status">
        {message?.kind === 'begun' && message.text}
      </p>
      {(failure !== undefined || isViewerMissing) && (
        <p className={styles.failure} role="alert">
          {isViewerMissing ? t('viewer.notLoaded') : failure}
        </p>
      )}
    </>
  );
}
