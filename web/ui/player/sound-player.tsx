import { useRef, useState } from 'react';
import { EntryName } from '../entry-name.tsx';
import { KindGlyph } from '../kind-glyph.tsx';
import { PlayerControls } from './player-controls.tsx';
import { QueueList } from './queue-list.tsx';
import styles from './sound-player.module.css';
import { useTags } from './use-tags.ts';
import { type PlayerProps, usePlayback } from './use-playback.ts';
import { useSystemControls } from './use-system-controls.ts';

/** Sound with its cover, title and artist, and the other sound files of the folder. */
export function SoundPlayer(props: PlayerProps) {
  const { source, queue } = props;
  const media = useRef<HTMLAudioElement>(null);
  const playback = usePlayback(props, media);
  const tags = useTags(source);
  useSystemControls(playback, { ...tags, title: tags.title ?? source.name });
  const isQueued = queue.files.length > 1;
  const credits = [tags.artist, tags.album].filter((text) => text !== undefined);
  return (
    <article className={styles.sound} data-theme="dark" data-queued={isQueued || undefined}>
      {/* eslint-disable-next-line jsx-a11y/media-has-caption -- user files have no captions */}
      <audio ref={media} {...playback.element} aria-label={source.name} />
      <div className={styles.main}>
        <Cover address={tags.cover} />
        <div className={styles.words}>
          <h2 className={styles.title}>
            {tags.title === undefined ? (
              <EntryName name={source.name} lines={2} />
            ) : (
              <bdi>{tags.title}</bdi>
            )}
          </h2>
          {credits.length > 0 && (
            <p className={styles.credits}>
              {credits.map((text) => (
                <bdi key={text}>{text}</bdi>
              ))}
            </p>
          )}
        </div>
        <PlayerControls playback={playback} kind="audio" isQueued={isQueued} labels={[]} />
      </div>
      {isQueued && (
        <QueueList queue={queue} current={source.path} isPlaying={playback.state.isPlaying} />
      )}
    </article>
  );
}

/** Cover of a recording, or the icon of sound files. */
function Cover({ address }: { address: string | undefined }) {
  const [broken, setBroken] = useState<string>();
  const isShown = address !== undefined && address !== broken;
  return (
    <div className={styles.cover}>
      {isShown ? (
        <img src={address} alt="" draggable={false} onError={() => setBroken(address)} />
      ) : (
        <KindGlyph kind="audio" size={112} />
      )}
    </div>
  );
}
