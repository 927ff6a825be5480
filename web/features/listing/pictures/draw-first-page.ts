import { queryOptions } from '@tanstack/react-query';

/** Width of the picture, which is sharp in tiles of up to the same width on most screens. Pixels. */
const WIDTH = 512;

/** Picture of the first page of a version of a PDF. Fails for a document that is damaged or has a password. */
export const firstPageQuery = (path: string, modified: string) =>
  queryOptions({
    queryKey: ['first-page', path, modified],
    queryFn: ({ signal }) => inTurn(() => drawFirstPage(path, signal)),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

let last: Promise<unknown> = Promise.resolve();

/** Runs the work when all earlier work has ended, so that a folder full of documents keeps one core busy and not all. */
function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = last.then(work);
  last = result.catch(() => undefined);
  return result;
}

async function drawFirstPage(path: string, signal: AbortSignal): Promise<Blob> {
  // The tile may have left the view while it waited.
  signal.throwIfAborted();
  const { loadPdf } = await import('../../../api/load-pdf.ts');
  const task = loadPdf(path);
  const stop = () => void task.destroy();
  signal.addEventListener('abort', stop);
  try {
    const page = await (await task.promise).getPage(1);
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: WIDTH / width });
    const canvas = document.createElement('canvas');
    canvas.width = WIDTH;
    // More of a tall page would not be seen.
    canvas.height = Math.min(2 * WIDTH, Math.floor(viewport.height));
    await page.render({ canvas, viewport }).promise;
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve));
    if (picture === null) throw new Error('the page cannot be drawn');
    return picture;
  } finally {
    signal.removeEventListener('abort', stop);
    await task.destroy();
  }
}
