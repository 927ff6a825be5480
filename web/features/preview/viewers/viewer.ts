import type { Entry, FileInfo } from '#contract/files.ts';
import type { ComponentType } from 'react';

/**
 * Props of a viewer. A viewer fills its container on a near-black background in the dark theme, puts its tools into
 * the slot `preview-tools`, and is remounted for every file. The frame moves to neighbours with arrow keys and back
 * with Escape, unless the viewer calls `preventDefault()`; and by swiping, unless the touch starts in an element with
 * `data-own-gestures`.
 */
export interface ViewerProps {
  readonly file: FileInfo;
  /**
   * Reports that the file cannot be displayed, with the reason. Its properties are shown instead, with a retry button
   * for 'try-again'.
   */
  onUnshowable(reason: string, how?: 'try-again'): void;
  /** Reports that the file is visible. Viewers of pictures do. */
  onReady?(): void;
  /** Files of the same type in the folder, in order. */
  readonly series: readonly Entry[];
  /** Opens another file by its path. */
  onGo(path: string): void;
}

export type Viewer = ComponentType<ViewerProps>;

/** Kind of viewer. */
export interface ViewerKind {
  /** Loads the viewer on first use. */
  load(): Promise<Viewer>;
  /**
   * The viewer fills the window; the toolbar overlays it and hides without activity. Other viewers begin below the
   * toolbar.
   */
  readonly isImmersive?: boolean;
  /**
   * The viewer shows the contents of the file, which requires the download permission. Users without it see the
   * properties.
   */
  readonly showsContent: boolean;
  /** Preloads a neighbouring file. */
  preload?(entry: Entry): void;
}
