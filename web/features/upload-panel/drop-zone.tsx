import { nameOf, parseTreePath, ROOT } from '#contract/paths.ts';
import { Upload } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { prompts } from '../../state/prompts.ts';
import { useUser } from '../../state/use-session.ts';
import styles from './drop-zone.module.css';
import { carriesFiles, readDrop } from './read-drop.ts';
import { useUpload } from './use-upload.ts';

/** Takes files that are dropped anywhere on the page into `folder`, a path, and says so while they hover. */
export function DropZone({ folder }: { folder: string }) {
  const { t } = useTranslation();
  const upload = useUpload();
  const mayCreate = useUser()?.perm.create ?? false;
  const isAsking = useStore(prompts, ({ stack }) => stack.length > 0);
  const isWelcome = mayCreate && !isAsking;
  const isOver = useFileDrag({
    isWelcome,
    onDrop: (data) => upload(folder, readDrop(data)),
  });
  if (!isOver) return null;

  const name = nameOf(parseTreePath(folder) ?? ROOT);
  return createPortal(
    <div className={styles.overlay} data-part="drop-zone">
      <div className={styles.target}>
        <div className={styles.card} role="status">
          <Upload size={32} strokeWidth={1.5} aria-hidden />
          <p>{t('uploads.dropInto')}</p>
          <p className={styles.folder}>
            <bdi>{name || t('shell.myFiles')}</bdi>
          </p>
        </div>
      </div>
    </div>,
    document.body,
  );
}

/** Moving from one element to the next ends and begins a hover; only a longer pause is an end. */
const LEAVING_MS = 120;

/**
 * Whether files hover over the page. A drop that is not welcome does nothing, where the browser would
 * leave the page for the file.
 */
function useFileDrag({
  isWelcome,
  onDrop,
}: {
  isWelcome: boolean;
  onDrop(data: DataTransfer): void;
}): boolean {
  const [isOver, setOver] = useState(false);
  const drop = useEffectEvent((event: DragEvent) => {
    if (isWelcome && event.dataTransfer) onDrop(event.dataTransfer);
  });
  const hover = useEffectEvent(({ dataTransfer }: DragEvent) => {
    if (dataTransfer) dataTransfer.dropEffect = isWelcome ? 'copy' : 'none';
    setOver(isWelcome);
  });

  useEffect(() => listenForFiles({ hover, drop, leave: () => setOver(false) }), []);
  return isOver;
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
  const listen = (type: 'dragover' | 'dragleave' | 'drop', act: (event: DragEvent) => void) =>
    window.addEventListener(
      type,
      (event) => {
        // Rows of the listing that are dragged about carry no files.
        if (!carriesFiles(event.dataTransfer)) return;
        event.preventDefault();
        stay();
        act(event);
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
  window.addEventListener('keydown', ({ key }) => key === 'Escape' && leave(), {
    signal: stopped.signal,
  });
  return () => {
    stay();
    stopped.abort();
  };
}
