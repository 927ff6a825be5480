import type { Entry, FileInfo } from '#contract/files.ts';
import type { ComponentType } from 'react';

/**
 * What shows a file is given. It fills the room it stands in, on near-black ground with the colours of the dark theme,
 * and puts buttons of its own into the slot `preview-tools`. It is made anew for every file.
 *
 * The frame goes on to the neighbours by the arrow keys and back by Escape, unless the viewer has said of a key
 * `preventDefault()`; and by a swipe, unless the finger began within an element with `data-own-gestures`.
 */
export interface ViewerProps {
  readonly file: FileInfo;
  /**
   * Tells that the file cannot be shown in this way, and why, in a sentence: its facts are shown instead, with a button for
   * another try where that may help.
   */
  onUnshowable(reason: string, how?: 'try-again'): void;
  /** Tells that it has been played to its end: what comes next may be played. */
  onFinished(): void;
}

export type Viewer = ComponentType<ViewerProps>;

/** A way of showing files. */
export interface ViewerKind {
  /** Loaded when it is first needed. */
  load(): Promise<Viewer>;
  /** It has the whole window: the bar lies over it and hides while nothing is done. Other viewers begin below the bar. */
  readonly isImmersive?: boolean;
  /** It shows the file's own bytes, so it is for those only who may download it; others see the facts. */
  readonly showsContent: boolean;
  /** Gets a neighbour ready, so that going on to it shows it at once. */
  preload?(entry: Entry): void;
}
