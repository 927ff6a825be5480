import { useEffect } from 'react';

/**
 * Stands where something that takes the keyboard is still on its way. Until it is there, keys are meant for it and not for
 * what lies below: text is handed on, Escape calls it off, and all others go nowhere.
 */
export function KeysAhead({ onType, onEscape }: { onType?(text: string): void; onEscape(): void }) {
  // Its end comes together with the beginning of what takes its place, so that no key falls between them.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey } = event;
      event.stopPropagation();
      // A second Enter would press once more what has asked for it.
      if (key === 'Enter' || key === ' ' || key === 'Tab') event.preventDefault();
      if (key === 'Escape') onEscape();
      else if (onType && key.length === 1 && !ctrlKey && !metaKey) {
        // What comes next may have the focus before the browser inserts the letter, which would be there twice.
        event.preventDefault();
        onType(key);
      }
    };
    window.addEventListener('keydown', listen, true);
    return () => window.removeEventListener('keydown', listen, true);
  }, [onType, onEscape]);
  return null;
}
