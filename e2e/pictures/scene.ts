import type { Stage } from './demo-server.ts';

/** A state of the page that is worth a picture. */
export interface Scene {
  readonly name: string;
  /** Where there is nothing like it in the other. */
  readonly only?: 'wide' | 'narrow';
  /** Seen by somebody who is not signed in. */
  readonly isForStrangers?: boolean;
  /** The browser would remember it: a context of its own, thrown away afterwards. */
  readonly leavesTraces?: boolean;
  /** Brings it about, from an empty tab. */
  show(stage: Stage): Promise<void>;
}
