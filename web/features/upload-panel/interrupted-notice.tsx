import { nameOf, parentOf, type TreePath } from '#contract/paths.ts';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { cancelUpload } from '../../api/uploads.ts';
import { useTranslation } from '../../i18n/use-translation.ts';
import { interruptedUploads } from '../../state/interrupted-uploads.ts';
import { toasts } from '../../state/toasts.ts';
import { forgetUploads, type RememberedUpload } from '../../state/upload-memory.ts';
import type { PickedItem } from '../../state/upload-plan.ts';
import type { QueuedUpload } from '../../state/upload-store.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { KindGlyph } from '../../ui/kind-glyph.tsx';
import { kindOfName } from '../../ui/kind-of.ts';
import { announce } from '../../ui/live-region.tsx';
import styles from './interrupted-notice.module.css';
import { pickItems } from './pick-files.ts';
import { useUploads } from './uploads-context.ts';

const MAX_NAMED = 3;

/** Lists uploads that an earlier page load left unfinished, with instructions. Renders nothing without any. */
export function InterruptedNotice() {
  const { t } = useTranslation();
  const uploads = useStore(interruptedUploads, (state) => state.uploads);
  const [isDismissed, setDismissed] = useState(false);
  const pickAgain = usePickAgain(uploads);
  const count = uploads.length;
  const title = t('uploads.interrupted', { count });
  const isShown = count > 0 && !isDismissed;
  useEffect(() => {
    if (isShown) announce(title);
  }, [isShown, title]);
  if (!isShown) return null;

  return (
    <section className={styles.notice} aria-label={title} data-part="interrupted-uploads">
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton
          label={t('uploads.notNow')}
          icon={X}
          size="small"
          onClick={() => setDismissed(true)}
        />
      </header>
      <p className={styles.text}>{t('uploads.interruptedText', { count })}</p>
      <ul className={styles.list}>
        {uploads.slice(0, MAX_NAMED).map(({ key, path }) => (
          <InterruptedFile key={key} path={path} />
        ))}
        {count > MAX_NAMED && (
          <li className={styles.more}>
            {t('uploads.interruptedMore', { count: count - MAX_NAMED })}
          </li>
        )}
      </ul>
      <div className={styles.buttons}>
        <Button onClick={() => void forgetInterrupted(uploads)}>{t('uploads.forget')}</Button>
        <Button variant="primary" onClick={pickAgain}>
          {t('uploads.pickAgain', { count })}
        </Button>
      </div>
    </section>
  );
}

function InterruptedFile({ path }: { path: string }) {
  const { t } = useTranslation();
  // Upload paths are TreePaths of the user's home; the plan has parsed them.
  const name = nameOf(path as TreePath);
  const folder = nameOf(parentOf(path as TreePath));
  return (
    <li className={styles.file} title={path}>
      <KindGlyph kind={kindOfName(name)} size={20} />
      <bdi className={styles.name}>{name}</bdi>
      <bdi className={styles.folder}>{folder || t('shell.myFiles')}</bdi>
    </li>
  );
}

/** Opens the file chooser and resumes interrupted uploads among the picked files. */
function usePickAgain(interrupted: readonly RememberedUpload[]): () => void {
  const { t } = useTranslation();
  const store = useUploads();
  return () => {
    void pickItems('files').then((picked) => {
      const uploads = matchingUploads(interrupted, picked);
      if (uploads.length > 0) store.add(uploads);
      else if (picked.length > 0) {
        toasts.getState().show('error', t('uploads.notAmongThem', { count: picked.length }));
      }
    });
  };
}

/** Returns the picked files that match interrupted uploads, with their destinations. */
function matchingUploads(
  interrupted: readonly RememberedUpload[],
  picked: readonly PickedItem[],
): QueuedUpload[] {
  return picked.flatMap(({ file }) => {
    if (!(file instanceof File)) return [];
    const match = interrupted.find(
      ({ path, size, modifiedMs }) =>
        path.endsWith(`/${file.name}`) && size === file.size && modifiedMs === file.lastModified,
    );
    if (!match) return [];
    const { path, size, overwrite } = match;
    return [{ path, name: file.name, size, isFolder: false, overwrite, file }];
  });
}

/** Drops interrupted uploads here and on the server, which otherwise removes them after a day. */
async function forgetInterrupted(uploads: readonly RememberedUpload[]): Promise<void> {
  forgetUploads(new Set(uploads.map(({ key }) => key)));
  interruptedUploads.setState({ uploads: [] });
  for (const { path, key } of uploads) await cancelUpload(path, key).catch(() => {});
}
