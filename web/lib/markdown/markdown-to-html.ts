import { parseMarkdown } from './parse-markdown.ts';

/** Maximum length of texts that are parsed on the main thread, which is fast even in the worst case. */
const MAX_ON_MAIN_THREAD = 16_384;
/** Time limit, because some texts need time quadratic in their length. */
const TIME_LIMIT_MS = 5_000;

/** The document is nested too deeply, or parsing takes too long. Its source can still be displayed. */
export class MarkdownTooComplex extends Error {
  override readonly name = 'MarkdownTooComplex';
}

/** Returns unsanitized HTML. Throws MarkdownTooComplex, and the reason of `signal` when it aborts. */
export async function markdownToHtml(source: string, signal: AbortSignal): Promise<string> {
  signal.throwIfAborted();
  if (source.length > MAX_ON_MAIN_THREAD) return parseInWorker(source, signal);
  try {
    return parseMarkdown(source);
  } catch (cause) {
    throw new MarkdownTooComplex('the document is nested too deeply', { cause });
  }
}

async function parseInWorker(source: string, signal: AbortSignal): Promise<string> {
  const worker = new Worker(new URL('./markdown-worker.ts', import.meta.url), { type: 'module' });
  const end = AbortSignal.any([signal, AbortSignal.timeout(TIME_LIMIT_MS)]);
  try {
    return await new Promise((resolve, reject) => {
      end.addEventListener('abort', () =>
        reject(signal.aborted ? signal.reason : new MarkdownTooComplex('parsing takes too long')),
      );
      worker.addEventListener('message', ({ data }: MessageEvent<string>) => resolve(data));
      worker.addEventListener('error', ({ message }) => reject(new MarkdownTooComplex(message)));
      worker.postMessage(source);
    });
  } finally {
    worker.terminate();
  }
}
