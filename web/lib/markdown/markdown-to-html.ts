import { parseMarkdown } from './parse-markdown.ts';

/** Maximum length of texts that are parsed on the main thread, fast even in the worst case. */
const DONE_ON_THE_SPOT = 16_384;
/** Time limit, because some texts need time quadratic in their length. */
const LONGEST_MS = 5_000;

/** The text nests too deeply or takes too long. It can still be displayed as source. */
export class MarkdownTooHard extends Error {
  override readonly name = 'MarkdownTooHard';
}

/** Returns unsanitized HTML. Throws MarkdownTooHard, and the reason of `signal` when it aborts. */
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
