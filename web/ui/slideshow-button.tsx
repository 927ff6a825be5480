import { Pause, Play } from 'lucide-react';
import type { Slideshow } from '../lib/pictures/use-slideshow.ts';
import { IconButton } from './icon-button.tsx';

/** Button that starts and stops a slideshow. Renders nothing where none is possible. */
export function SlideshowButton({ label, slideshow }: { label: string; slideshow: Slideshow }) {
  if (!slideshow.isPossible) return null;
  return (
    <IconButton
      label={label}
      shortcut="S"
      icon={slideshow.isPlaying ? Pause : Play}
      aria-pressed={slideshow.isPlaying}
      onClick={slideshow.toggle}
    />
  );
}
