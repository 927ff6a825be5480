import { useState } from 'react';
import { pageConfig } from '../../api/page-config.ts';
import { WIDE } from '../../lib/breakpoints.ts';
import { readStored, writeStored } from '../../lib/browser-storage.ts';
import { useMediaQuery } from '../../lib/use-media-query.ts';

/** Key in the local storage for the choice of the user. */
const STORED_AS = 'filmstrip';

export interface FilmstripSwitch {
  /** False in narrow windows, without thumbnails, and for files without neighbours of their kind. */
  readonly isPossible: boolean;
  readonly isShown: boolean;
  toggle(): void;
  /** Closes the filmstrip until the user opens it again. The choice that this browser keeps stays. */
  close(): void;
}

/** Switches the filmstrip below pictures. The choice stays in this browser. */
export function useFilmstrip(hasSeries: boolean): FilmstripSwitch {
  const hasRoom = useMediaQuery(WIDE);
  const [isWanted, setWanted] = useState(() => readStored(STORED_AS) === 'true');
  const isPossible = hasSeries && hasRoom && pageConfig().EnableThumbs;
  return {
    isPossible,
    isShown: isWanted && isPossible,
    toggle() {
      setWanted(!isWanted);
      writeStored(STORED_AS, String(!isWanted));
    },
    close: () => setWanted(false),
  };
}
