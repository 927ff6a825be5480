/** A message to all worker threads of this process, those of all pools. */
export interface Notice {
  readonly notice: unknown;
}

type Post = (notice: Notice) => void;

const posts = new Set<Post>();
let current: Notice | undefined;

/** Tells all worker threads, those that start later too. The value is copied. */
export function broadcast(value: unknown): void {
  current = { notice: value };
  for (const post of posts) post(current);
}

/** Called by a pool for each thread that it starts; returns what to call when the thread has ended. */
export function subscribeThread(post: Post): () => void {
  posts.add(post);
  if (current !== undefined) post(current);
  return () => void posts.delete(post);
}

let take: (value: unknown) => void = () => undefined;

/** Sets, in a worker thread, who gets what is published. */
export function onBroadcast(handle: (value: unknown) => void): void {
  take = handle;
}

/** Called in a worker thread for each message; true when it was a notice. */
export function receiveBroadcast(message: unknown): message is Notice {
  if (typeof message !== 'object' || message === null || !('notice' in message)) return false;
  take(message.notice);
  return true;
}
