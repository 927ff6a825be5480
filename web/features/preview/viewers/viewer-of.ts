import type { Entry } from '#contract/files.ts';
import { FactsViewer } from './facts-viewer.tsx';
import { documentViewerOf } from './document-viewers.ts';
import { preloadPicture } from './image/picture-source.ts';
import type { ViewerKind } from './viewer.ts';

/** Fallback viewer with properties and a download button. */
const FACTS: ViewerKind = {
  load: () => Promise.resolve(FactsViewer),
  showsContent: false,
};

const IMAGE: ViewerKind = {
  load: async () => (await import('./image/image-viewer.tsx')).ImageViewer,
  isImmersive: true,
  showsContent: true,
  preload: preloadPicture,
};

const AUDIO: ViewerKind = {
  load: async () => (await import('./media/media-viewers.tsx')).AudioViewer,
  showsContent: true,
};

const VIDEO: ViewerKind = {
  load: async () => (await import('./media/media-viewers.tsx')).VideoViewer,
  isImmersive: true,
  showsContent: true,
};

const KIND_OF_TYPE: Readonly<Partial<Record<Entry['type'], ViewerKind>>> = {
  image: IMAGE,
  audio: AUDIO,
  video: VIDEO,
};

/** Returns the viewer of a file by its type and name. */
export function viewerOf(entry: Pick<Entry, 'name' | 'type' | 'size'>): ViewerKind {
  return KIND_OF_TYPE[entry.type] ?? documentViewerOf(entry) ?? FACTS;
}
