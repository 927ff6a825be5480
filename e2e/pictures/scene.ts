import type { Stage } from './demo-server.ts';

/** A state of the page to take a picture of. */
export interface Scene {
  readonly name: string;
  /** Set for a scene that exists in one width only. */
  readonly only?: 'wide' | 'narrow';
  /** Set for a scene without a session. */
  readonly isForVisitors?: boolean;
  /** Set if the browser would remember the state; the scene gets a context of its own. */
  readonly leavesTraces?: boolean;
  /** Brings the page into the state, from an empty tab. */
  show(stage: Stage): Promise<void>;
}
