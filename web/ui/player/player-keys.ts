import { type KeyPress, latinKey } from '../../lib/keyboard.ts';
import { LONG_STEP, SHORT_STEP } from './media-commands.ts';

/** Effect of a key in the player. */
export type PlayerKey =
  | { readonly command: 'toggle' | 'mute' | 'full-screen' | 'next' | 'previous' | 'subtitles' }
  | { readonly command: 'seek-by'; readonly seconds: number }
  | {
      readonly command: 'seek-to';
      /** Part of the duration, from 0 to 0.9. */
      readonly fraction: number;
    }
  | { readonly command: 'volume' | 'speed'; readonly direction: 1 | -1 };

const KEYS: Readonly<Record<string, PlayerKey>> = {
  ' ': { command: 'toggle' },
  k: { command: 'toggle' },
  j: { command: 'seek-by', seconds: -LONG_STEP },
  l: { command: 'seek-by', seconds: LONG_STEP },
  m: { command: 'mute' },
  f: { command: 'full-screen' },
  c: { command: 'subtitles' },
  ArrowUp: { command: 'volume', direction: 1 },
  ArrowDown: { command: 'volume', direction: -1 },
  '>': { command: 'speed', direction: 1 },
  '<': { command: 'speed', direction: -1 },
};

const WITH_SHIFT: Readonly<Record<string, PlayerKey>> = {
  N: { command: 'next' },
  P: { command: 'previous' },
};

/** Arrows that seek. Outside the player, they lead to the neighbouring files. */
const SEEKING: Readonly<Record<string, PlayerKey>> = {
  ArrowLeft: { command: 'seek-by', seconds: -SHORT_STEP },
  ArrowRight: { command: 'seek-by', seconds: SHORT_STEP },
};

/** Returns what a key does; `seeks` is true while the left and right arrow keys belong to the player. */
export function playerKey(event: KeyPress, seeks: boolean): PlayerKey | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const key = latinKey(event);
  if (/^[0-9]$/.test(key)) return { command: 'seek-to', fraction: Number(key) / 10 };
  const shifted = event.shiftKey ? WITH_SHIFT[key.toUpperCase()] : undefined;
  if (shifted) return shifted;
  if (seeks && SEEKING[key]) return SEEKING[key];
  return KEYS[key.length === 1 ? key.toLowerCase() : key];
}
