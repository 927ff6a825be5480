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
  // A drop answers the open upload dialog.
  const isAsking = useStore(dialogs, ({ stack }) =>
    stack.some(({ dialog }) => dialog.kind !== 'upload'),
  );
  const isWelcome = mayCreate && !isAsking;
  const { isOver, into } = useFileDrag({
    isWelcome,
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

/** Moving between elements ends and restarts a hover; only a longer pause counts as leaving. */
const LEAVING_MS = 120;

/**
 * Tracks files dragged over the page and the folder under the pointer. Ignores unwelcome drops, which would make the
 * browser open the file.
 */
function useFileDrag({
  isWelcome,
  onDrop,
}: {
  isWelcome: boolean;
  onDrop(data: DataTransfer, into: string | undefined): void;
}): { isOver: boolean; into: string | undefined } {
  const navigate = useNavigate();
  const [isOver, setOver] = useState(false);
  const [into, setInto] = useState<string>();
  const open = useEffectEvent((path: string) => void navigate(filesAddress(`${path}/`)));
  const [mark] = useState(() => new DropHighlight());
  const drop = useEffectEvent((event: DragEvent) => {
    if (isWelcome && event.dataTransfer) onDrop(event.dataTransfer, folderUnder(event)?.folder);
  });
  const hover = useEffectEvent((event: DragEvent) => {
    if (event.dataTransfer) event.dataTransfer.dropEffect = isWelcome ? 'copy' : 'none';
    const target = isWelcome ? folderUnder(event) : undefined;
    mark.show(target, (path) => open(path));
    markDragging(isWelcome);
    setOver(isWelcome);
    setInto(target?.folder);
  });

  useEffect(() => {
    const leave = () => {
      mark.show(undefined);
      markDragging(false);
      setOver(false);
    };
    return listenForFiles({ hover, drop, leave });
  }, [mark]);
  return { isOver, into };
}

/** Returns the folder element under the pointer; undefined for empty space. */
function folderUnder({ target }: DragEvent): DropTarget | undefined {
  const found = target instanceof Element ? dropTargetOf(target) : undefined;
  return found?.isBackground === false ? found : undefined;
}

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
