import { useEffect } from 'react';
import { prompts } from '../../state/prompts.ts';

/** The keys that work wherever a signed-in user is. */
export function useShortcuts(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'F1') return;
      event.preventDefault();
      const { stack, open } = prompts.getState();
      if (stack.at(-1)?.kind !== 'help') open({ kind: 'help' });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
