/** A message to the worker threads of all pools of this process. */
export interface Broadcast {
  readonly broadcast: unknown;
}

type Post = (message: Broadcast) => void;

const subscribers = new Set<Post>();
let latest: Broadcast | undefined;

/** Sends a copy of the value to all worker threads, and to those that start later. */
export function broadcast(value: unknown): void {
  latest = { broadcast: value };
  for (const post of subscribers) post(latest);
}

/** Subscribes a thread that a pool has started. Returns the function that unsubscribes it. */
export function subscribeThread(post: Post): () => void {
  subscribers.add(post);
  if (latest !== undefined) post(latest);
  return () => void subscribers.delete(post);
}

let handler: (value: unknown) => void = () => undefined;

/** Sets the handler for broadcasts in a worker thread. */
export function onBroadcast(handle: (value: unknown) => void): void {
  handler = handle;
}

/** Handles a message in a worker thread if it is a broadcast. Returns whether it was one. */
export function receiveBroadcast(message: unknown): message is Broadcast {
  if (typeof message !== 'object' || message === null || !('broadcast' in message)) return false;
  handler(message.broadcast);
  return true;
}
