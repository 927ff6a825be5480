import { EntryName } from '../../../../ui/entry-name.tsx';
import { KindGlyph } from '../../../../ui/kind-glyph.tsx';
import type { ViewerProps } from '../viewer.ts';
import { AutoplaySwitch } from './autoplay-switch.tsx';
import styles from './media.module.css';
import { usePlayer } from './use-player.ts';

/** Audio file in the browser's player. */
export function AudioViewer(props: ViewerProps) {
  const { name } = props.file;
  const player = usePlayer<HTMLAudioElement>(props);
  return (
    <article className={styles.sound}>
      <div className={styles.cover}>
        <KindGlyph kind="audio" size={112} />
      </div>
      <h2 className={styles.name}>
        <EntryName name={name} lines={2} />
      </h2>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- user files have no captions */}
      <audio {...player} className={styles.player} aria-label={name} data-own-gestures />
      <AutoplaySwitch />
    </article>
  );
}
