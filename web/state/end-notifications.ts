import { readStored, writeStored } from '../lib/browser-storage.ts';

/** Minimum duration of a job or upload whose end is notified. Milliseconds. */
const LONG_MS = 10_000;
const STORED_AS = 'notify-of-jobs';

/** True once the user has asked for notifications on this page. The browser may refuse to store that. */
let isWantedHere = false;

/** `off` until the user asks for notifications; `denied` when the browser does not allow them, or has none. */
export type NotificationState = 'off' | 'on' | 'denied';

/** Returns the state that the browser and the user have chosen. */
export function notificationState(): NotificationState {
  if (!('Notification' in window) || Notification.permission === 'denied') return 'denied';
  const isWanted = isWantedHere || readStored(STORED_AS) === 'true';
  return isWanted && Notification.permission === 'granted' ? 'on' : 'off';
}

/** Asks the browser for permission to show notifications, and turns them on if it is granted. Must be called in a click handler. */
export async function requestNotifications(): Promise<NotificationState> {
  const permission = await Notification.requestPermission();
  if (permission === 'granted') {
    isWantedHere = true;
    writeStored(STORED_AS, 'true');
  }
  return notificationState();
}

/** Shows a notification about the end of a long job or upload while the page is hidden. */
export function notifyOfEnd(
  { tag, startedAtMs }: { tag: string; startedAtMs: number },
  text: string,
): void {
  const isLong = Date.now() - startedAtMs >= LONG_MS;
  if (!document.hidden || !isLong || notificationState() !== 'on') return;
  const notification = new Notification(document.title, { body: text, tag });
  notification.addEventListener('click', () => window.focus());
}
