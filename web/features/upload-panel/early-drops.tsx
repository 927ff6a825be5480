import { useEffect, useEffectEvent } from 'react';
import { isDialogOpen } from '../../lib/keyboard.ts';
import { useUser } from '../../state/use-session.ts';
import { carriesFiles, readDrop } from './read-drop.ts';
import { useUpload } from './use-upload.ts';

/** Accepts files dropped into the displayed folder while the drop zone is loading. */
export function EarlyDrops({ folder }: { folder: string }) {
  const upload = useUpload();
  const mayCreate = useUser()?.perm.create ?? false;
  const take = useEffectEvent((event: DragEvent) => {
    const { dataTransfer: data, type } = event;
    if (!data || !carriesFiles(data) || !mayCreate || isDialogOpen()) return;
    event.preventDefault();
    data.dropEffect = 'copy';
    if (type === 'drop') upload(folder, readDrop(data));
  });
  useEffect(() => {
    const listen = (event: DragEvent) => take(event);
    window.addEventListener('dragover', listen);
    window.addEventListener('drop', listen);
    return () => {
      window.removeEventListener('dragover', listen);
      window.removeEventListener('drop', listen);
    };
  }, []);
  return null;
}
