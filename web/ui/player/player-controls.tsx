import {
  Captions,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  Repeat,
  Repeat1,
  SkipBack,
  SkipForward,
} from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useStore } from 'zustand';
import { useTranslation } from '../../i18n/use-translation.ts';
import { IconButton } from '../icon-button.tsx';
import { Spinner } from '../spinner.tsx';
import { clockTime } from './clock-time.ts';
import { toggleFullScreen, useFullScreen } from './full-screen.ts';
import { LONG_STEP, seekBy, seekTo, SHORT_STEP, togglePlaying } from './media-commands.ts';
import { PlayerMenu } from './player-menu.tsx';
import styles from './player-controls.module.css';
import { changePlayerPreferences, playerPreferences, REPEATS } from './player-memory.ts';
import { SkipBackIcon, SkipForwardIcon } from './skip-icon.tsx';
import { Slider } from './slider.tsx';
import { SpeedMenu } from './speed-menu.tsx';
import { showTrack, shownTrack } from './subtitles.ts';
import type { PlayerSource } from './player-source.ts';
import type { Playback } from './use-playback.ts';
import { Volume } from './volume.tsx';

/** Controls of a player: the position above, the buttons below. They run from left to right in every language. */
export function PlayerControls({
  playback,
  kind,
  isQueued,
  labels,
}: {
  playback: Playback;
  kind: PlayerSource['kind'];
  /** True if there are other files to play. */
  isQueued: boolean;
  /** Names of the subtitles. */
  labels: readonly string[];
}) {
  const isVideo = kind === 'video';
  return (
    <div className={styles.controls} dir="ltr" data-player>
      <Position playback={playback} />
      <div className={styles.row}>
        <div className={styles.group}>
          <Volume playback={playback} />
        </div>
        <Transport playback={playback} isQueued={isQueued} />
        <div className={styles.group} data-side="end">
          {labels.length > 0 && <SubtitlesMenu playback={playback} labels={labels} />}
          <SpeedMenu playback={playback} />
          <RepeatButton />
          {isVideo && <PictureInPicture playback={playback} />}
          {isVideo && <FullScreen playback={playback} />}
        </div>
      </div>
    </div>
  );
}

function Position({ playback: { state, media } }: { playback: Playback }) {
  const { t, locale } = useTranslation();
  const { seconds, duration, loaded } = state;
  const time = clockTime(seconds, locale);
  const whole = clockTime(duration, locale);
  return (
    <div className={styles.position}>
      <bdi className={styles.time}>{time}</bdi>
      <Slider
        label={t('player.position')}
        text={t('player.timeOf', { time, duration: whole })}
        value={seconds}
        max={duration}
        step={SHORT_STEP}
        largeStep={6 * LONG_STEP}
        ranges={loaded}
        hint={(value) => clockTime(value, locale)}
        onChange={(value) => media.current && seekTo(media.current, value)}
      />
      <bdi className={styles.time}>{whole}</bdi>
    </div>
  );
}

function Transport({ playback, isQueued }: { playback: Playback; isQueued: boolean }) {
  const { t } = useTranslation();
  const { state, media, hasNext, toNext, toPrevious } = playback;
  const withMedia = (run: (element: HTMLMediaElement) => void) => () => {
    if (media.current) run(media.current);
  };
  return (
    <div className={styles.transport}>
      {isQueued && (
        <IconButton
          label={t('player.previous')}
          shortcut="Shift+P"
          icon={SkipBack}
          onClick={toPrevious}
        />
      )}
      <IconButton
        label={t('player.back', { seconds: LONG_STEP })}
        shortcut="J"
        icon={SkipBackIcon}
        onClick={withMedia((element) => seekBy(element, -LONG_STEP))}
      />
      <PlayButton
        label={t(state.isPlaying ? 'player.pause' : 'player.play')}
        onClick={withMedia(togglePlaying)}
      >
        {state.isWaiting ? (
          <Spinner size={24} />
        ) : state.isPlaying ? (
          <Pause size={24} fill="currentColor" strokeWidth={0} aria-hidden />
        ) : (
          <Play size={24} fill="currentColor" strokeWidth={0} aria-hidden />
        )}
      </PlayButton>
      <IconButton
        label={t('player.forward', { seconds: LONG_STEP })}
        shortcut="L"
        icon={SkipForwardIcon}
        onClick={withMedia((element) => seekBy(element, LONG_STEP))}
      />
      {isQueued && (
        <IconButton
          label={t('player.next')}
          shortcut="Shift+N"
          icon={SkipForward}
          disabled={!hasNext}
          onClick={toNext}
        />
      )}
    </div>
  );
}

function PlayButton({
  label,
  onClick,
  children,
}: {
  label: string;
  onClick(): void;
  children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={label}
      aria-keyshortcuts="Space"
      title={label}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function SubtitlesMenu({
  playback: { media },
  labels,
}: {
  playback: Playback;
  labels: readonly string[];
}) {
  const { t } = useTranslation();
  const shown = useSyncExternalStore(
    (changed) => {
      const tracks = media.current?.textTracks;
      tracks?.addEventListener('change', changed);
      return () => tracks?.removeEventListener('change', changed);
    },
    () => (media.current ? shownTrack(media.current) : -1),
  );
  const choices = [t('player.off'), ...labels];
  return (
    <PlayerMenu
      label={t('player.subtitles')}
      icon={Captions}
      shortcut="C"
      isOn={shown >= 0}
      items={choices.map((label, index) => ({
        id: String(index),
        label,
        checked: index - 1 === shown,
        run: () => media.current && showTrack(media.current, index - 1),
      }))}
    />
  );
}

function RepeatButton() {
  const { t } = useTranslation();
  const repeat = useStore(playerPreferences, (preferences) => preferences.repeat);
  const next = REPEATS[(REPEATS.indexOf(repeat) + 1) % REPEATS.length] ?? 'off';
  return (
    <IconButton
      label={t(`player.repeat.${repeat}`)}
      icon={repeat === 'one' ? Repeat1 : Repeat}
      aria-pressed={repeat !== 'off'}
      onClick={() => changePlayerPreferences({ repeat: next })}
    />
  );
}

function PictureInPicture({ playback: { media, state } }: { playback: Playback }) {
  const { t } = useTranslation();
  if (!document.pictureInPictureEnabled) return null;
  const toggle = async () => {
    if (document.pictureInPictureElement) await document.exitPictureInPicture();
    else if (media.current instanceof HTMLVideoElement)
      await media.current.requestPictureInPicture();
  };
  return (
    <IconButton
      label={t('player.pictureInPicture')}
      icon={PictureInPicture2}
      disabled={state.duration === 0 || !state.hasPicture}
      // The browser may refuse, such as in a window without a user gesture.
      onClick={() => void toggle().catch(() => {})}
    />
  );
}

function FullScreen({ playback: { media } }: { playback: Playback }) {
  const { t } = useTranslation();
  const isFull = useFullScreen();
  // All browsers that show videos can fill the screen with this one or with the page.
  const toggle = () =>
    toggleFullScreen(media.current instanceof HTMLVideoElement ? media.current : null);
  return (
    <IconButton
      label={t(isFull ? 'player.leaveFullScreen' : 'player.fullScreen')}
      shortcut="F"
      icon={isFull ? Minimize : Maximize}
      onClick={toggle}
    />
  );
}
