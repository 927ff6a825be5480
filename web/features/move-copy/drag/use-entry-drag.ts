import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router';
import type { Transfers } from '../../../actions/action.ts';
import { filesAddress } from '../../../lib/path-codec.ts';
import { session } from '../../../state/session.ts';

/** Lets entries be dragged onto folders with the mouse. What it needs is loaded when there is a mouse. */
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
      // Without it nothing can be dragged until the page is loaded again; every drag has another way.
      load().catch(() => {});
    };
    window.addEventListener('pointermove', onPointer, { signal: ended.signal });
    return () => ended.abort();
  }, []);
}
