import type { Entry } from '#contract/files.ts';
import type { OpenShare } from '../open-share.ts';

/** Props of a viewer, which fills its container and is remounted for every file. */
export interface ViewerProps {
  readonly share: OpenShare;
  readonly file: Entry;
  /** Files of the folder that are viewed one after another, in order. */
  readonly series: readonly Entry[];
  /** Reports that a picture is drawn, or cannot be. */
  readonly onSettled?: (() => void) | undefined;
  /** Reports that the bytes did not arrive or cannot be displayed. */
  onFailed(): void;
}
