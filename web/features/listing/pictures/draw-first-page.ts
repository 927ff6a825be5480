import { queryOptions } from '@tanstack/react-query';
import { pdfSource } from '../../../api/pdf-source.ts';

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
  const [{ loadPdf }, { pictureOfPage }] = await Promise.all([
    import('../../../ui/pdf/load-pdf.ts'),
    import('../../../ui/pdf/picture-of-page.ts'),
  ]);
  const task = loadPdf(pdfSource(path));
  const stop = () => void task.destroy();
  signal.addEventListener('abort', stop);
  try {
    const page = await (await task.promise).getPage(1);
    const { width } = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: WIDTH / width });
    // More of a tall page would not be seen.
    return await pictureOfPage(page, { viewport, mostHeight: 2 * WIDTH });
  } finally {
    signal.removeEventListener('abort', stop);
    await task.destroy();
  }
}
