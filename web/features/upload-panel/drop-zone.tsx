import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useNavigate } from 'react-router';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { bindKeys } from '../../lib/keyboard.ts';
import { filesAddress } from '../../lib/path-codec.ts';
import { DropHighlight, markDragging } from '../../state/drop-highlight.ts';
import { dialogs } from '../../state/dialogs.ts';
import { type DropTarget, dropTargetOf } from '../../state/shown-folder.ts';
import { useUser } from '../../state/use-session.ts';
import styles from './drop-zone.module.css';
import { carriesFiles, readDrop } from './read-drop.ts';
import { useUpload } from './use-upload.ts';

/**
 * Accepts files dropped on the page: into the folder under the pointer, otherwise into `folder`. Shows the target
 * while dragging.
 */
export function DropZone({ folder }: { folder: string }) {
  const { t } = useTranslation();
  const upload = useUpload();
  const mayCreate = useUser()?.perm.create ?? false;
  // A drop is accepted while the upload dialog is open, and closes it; other dialogs ask the user something first.
  const isAsking = useStore(dialogs, ({ stack }) =>
    stack.some(({ dialog }) => dialog.kind !== 'upload'),
  );
  const mayDrop = mayCreate && !isAsking;
  const { isOver, into } = useFileDrag({
    mayDrop,
    onDrop: (data, target) => {
      dialogs.getState().closeKind('upload');
      upload(target ?? folder, readDrop(data));
    },
  });
  if (!isOver) return null;

  const name = nameOf(parseTreePath(into ?? folder) ?? ROOT);
  return createPortal(
    <div
      className={styles.overlay}
      data-part="drop-zone"
      data-into={into === undefined ? 'page' : 'entry'}
    >
      <div className={styles.target}>
        <div className={styles.card} role="status">
          <Upload size={32} strokeWidth={1.5} aria-hidden />
          <p className={styles.folder}>
            {t('uploading.dropInto', { name: name || t('shell.myFiles') })}
          </p>
        </div>
      </div>
    </div>,
    document.body,
  );
}

/** Pause between hovers that counts as leaving the page, because each move between elements ends a hover. Milliseconds. */
const LEAVING_MS = 120;

/**
 * Tracks files dragged over the page and the folder under the pointer. Also handles drops that are not accepted, for which the browser
 * would open the file.
 */
function useFileDrag({
  mayDrop,
  onDrop,
}: {
  mayDrop: boolean;
  onDrop(data: DataTransfer, into: string | undefined): void;
}): { isOver: boolean; into: string | undefined } {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  const [into, setInto] = useState<string>();
  const open = useEffectEvent((path: string) => void navigate(filesAddress(`${path}/`)));
  const [highlight] = useState(() => new DropHighlight());
  const drop = useEffectEvent((event: DragEvent) => {
    if (mayDrop && event.dataTransfer) onDrop(event.dataTransfer, folderUnder(event)?.folder);
  });
  const hover = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer) event.dataTransfer.dropEffect = mayDrop ? 'copy' : 'none';
    const target = mayDrop ? folderUnder(event) : undefined;
    highlight.show(target, (path) => open(path));
    markDragging(mayDrop);
    setOver(mayDrop);
    setInto(target?.folder);
  });

  useEffect(() => {
    const leave = () => {
      highlight.show(undefined);
      markDragging(false);
      setOver(false);
    };
    return listenForFiles({ hover, drop, leave });
  }, [highlight]);
  return { isOver, into };
}

/** Returns the folder element under the pointer; undefined for empty space. */
function folderUnder({ target }: DragEvent): DropTarget | undefined {
  const found = target instanceof Element ? dropTargetOf(target) : undefined;
  return found?.isBackground === false ? found : undefined;
}

/** Listens for drags that carry files, and for Escape, which ends them. Returns a function that stops it. */
function listenForFiles({
  hover,
  drop,
  leave,
}: {
  hover(event: DragEvent): void;
  drop(event: DragEvent): void;
  leave(): void;
}): () => void {
  const stopped = new AbortController();
  let leaving: number | undefined;
  const stay = () => window.clearTimeout(leaving);
  const listen = (type: 'dragover' | 'dragleave' | 'drop', action: (event: DragEvent) => void) =>
    window.addEventListener(
      type,
      (event) => {
        // Dragged rows of the listing contain no files.
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        stay();
        action(event);
      },
      { signal: stopped.signal },
    );

  listen('dragover', hover);
  listen('dragleave', () => {
    leaving = window.setTimeout(leave, LEAVING_MS);
  });
  listen('drop', (event) => {
    leave();
    drop(event);
  });
  const unbind = bindKeys('drag', (_, pressed) => {
    if (pressed === 'Escape') leave();
    return false;
  });
  return () => {
    unbind();
    stay();
    stopped.abort();
  };
}
