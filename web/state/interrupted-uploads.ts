import { createStore } from 'zustand/vanilla';
import { session } from './session.ts';
import { followMemory, type RememberedUpload, rememberedUploads } from './upload-memory.ts';
import type { UploadStore } from './upload-store.ts';

/** Uploads of an earlier page load that no open page of this browser continues. */
export const interruptedUploads = createStore<{ readonly uploads: readonly RememberedUpload[] }>(
  () => ({ uploads: [] }),
);

const CHANNEL = 'uploads';
/** Time in milliseconds that other pages, including those in the background, have to answer. */
const ANSWER_MS = 300;

/** Messages between pages of this browser: a request for active uploads, and its answer. */
type Message = { readonly kind: 'ask' } | { readonly kind: 'live'; readonly keys: string[] };

/** Keeps `interruptedUploads` up to date until the returned function is called. */
export function watchInterrupted(store: Pick<UploadStore, 'liveKeys' | 'subscribe'>): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  const activeElsewhere = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;

  const show = (uploads: readonly RememberedUpload[]) => {
    const live = store.liveKeys();
    const shown = uploads.filter(({ key }) => !live.has(key) && !activeElsewhere.has(key));
    if (shown.length === interruptedUploads.getState().uploads.length) return;
    interruptedUploads.setState({ uploads: shown });
  };
  const refresh = () => {
    clearTimeout(timer);
    interruptedUploads.setState({ uploads: [] });
    if (rememberedUploads().length === 0) return;
    send(channel, { kind: 'ask' });
    timer = setTimeout(() => show(rememberedUploads()), ANSWER_MS);
  };
  // Only removes entries: an upload that another page has added is active there.
  const removeActive = () => {
    const { uploads } = interruptedUploads.getState();
    if (uploads.length === 0) return;
    const kept = new Set(rememberedUploads().map(({ key }) => key));
    show(uploads.filter(({ key }) => kept.has(key)));
  };

  channel.addEventListener('message', ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') return send(channel, { kind: 'live', keys: [...store.liveKeys()] });
    for (const key of data.keys) activeElsewhere.add(key);
    removeActive();
  });
  const stops = [
    store.subscribe(removeActive),
    followMemory(removeActive),
    session.subscribe(({ user }, before) => user?.id !== before.user?.id && refresh()),
  ];
  refresh();
  return () => {
    clearTimeout(timer);
    stops.forEach((stop) => stop());
    channel.close();
    interruptedUploads.setState({ uploads: [] });
  };
}

function send(channel: BroadcastChannel, message: Message): void {
  channel.postMessage(message);
}
