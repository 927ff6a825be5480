import { partsOf } from './listing-parts.ts';

/** Parses the response to a listing in a worker, which keeps the page responsive. */
addEventListener('message', ({ data }: MessageEvent<ArrayBuffer>) => {
  for (const part of partsOf(data)) postMessage(part);
});
