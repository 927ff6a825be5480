import { parseMarkdown } from './parse-markdown.ts';

/** Up to this many characters even a text made to be slow is done before anybody notices. */
const DONE_ON_THE_SPOT = 16_384;
/** Some texts take time with the square of their length, by chance or by malice. */
const LONGEST_MS = 5_000;

/** The text nests too deep or takes too long; it can still be shown as it is written. */
export class MarkdownTooHard extends Error {
  override readonly name = 'MarkdownTooHard';
}

/** HTML that is not safe yet. Throws MarkdownTooHard, and the signal's reason when nobody waits any more. */
export async function markdownToHtml(source: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  if (source.length > DONE_ON_THE_SPOT) return parseElsewhere(source, signal);
  try {
    return parseMarkdown(source);
  } catch (cause) {
    throw new MarkdownTooHard('it nests too deep', { cause });
  }
}

async function parseElsewhere(source: string, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  const end = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  try {
    return await new Promise((resolve, reject) => {
      end.addEventListener('abort', () =>
        reject(signal.aborted ? signal.reason : new MarkdownTooHard('it takes too long')),
      );
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new MarkdownTooHard(message)));
      worker.postMessage(source);
    });
  } finally {
    worker.terminate();
  }
}
