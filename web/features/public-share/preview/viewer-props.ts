import type { Entry } from '#contract/files.ts';
import type { OpenLink } from '../open-link.ts';

/** What a viewer is given. It fills the room it stands in, and is made anew for every file. */
export interface ViewerProps {
  readonly link: OpenLink;
  readonly file: Entry;
  /** Tells that the file's bytes did not come, or are none that the browser can show. */
  onFailed(): void;
}
