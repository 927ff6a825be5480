import { loadPrompts } from './prompt-host.tsx';

/** Long enough for the first listing to have everything for itself. */
const DELAY_MS = 1_500;

/** Loads what is needed only later, while the connection is there. Returns how to call it off. */
export function loadAhead(): () => void {
  const timer = window.setTimeout(() => {
    loadPrompts();
    // Whoever fails here is asked for again when it is needed.
    import('../features/upload-panel/tus-transport.ts').catch(() => {});
    import('../features/listing/context-menu.tsx').catch(() => {});
    import('../features/act-panel/act-panel.tsx').catch(() => {});
    import('../features/move-copy/start-transfer.ts').catch(() => {});
  }, DELAY_MS);
  return () => window.clearTimeout(timer);
}
