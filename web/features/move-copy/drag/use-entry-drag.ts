import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { Transfers } from '../../../actions/action.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import { session } from '../../../state/session.ts';

/** Enables dragging entries to folders with the mouse. Loads its script if a mouse is present. */
export function useEntryDrag(transfers: Transfers): void {
  const navigate = useNavigate();
  const open = useEffectEvent((folder: string) => void navigate(filesAddress(`${folder}/`)));
  const start = useEffectEvent(transfers.start);

  useEffect(() => {
    const ended = new AbortController();
    const load = async () => {
      const { listenForDrags } = await import('./listen-for-drags.ts');
      if (ended.signal.aborted) return;
      const stop = listenForDrags({
        may: (permission) => session.getState().user?.perm[permission] ?? false,
        open: (folder) => open(folder),
        transfer: (request) => start(request),
      });
      ended.signal.addEventListener('abort', stop);
    };
    const onPointer = ({ pointerType }: PointerEvent) => {
      if (pointerType !== 'mouse') return;
      window.removeEventListener('pointermove', onPointer);
      // Dragging is unavailable until the next page load; menus offer the same operations.
      load().catch(() => {});
    };
    window.addEventListener('pointermove', onPointer, { signal: ended.signal });
    return () => ended.abort();
  }, []);
}
