import type { PageConfig } from '#contract/page-config.ts';
import { chunkSizeOf, retryDelays } from '../../state/upload-retry.ts';
import type { UploadTransport } from '../../state/upload-transport.ts';
import { ChecksumWorker } from './chunk-checksums.ts';
import { FileTransfer } from './file-transfer.ts';
import { startFolderTransfer } from './folder-transfer.ts';

/** Shared by all uploads of the page, because a transport is created for each of them. */
const worker = new ChecksumWorker();

/** Uploads files by tus and creates folders by a call. Both retry according to the settings. */
export function createTusTransport(settings: PageConfig['TusSettings']): UploadTransport {
  const delays = retryDelays(settings.retryCount);
  const chunkSize = chunkSizeOf(settings.chunkSize);
  return {
    send: (job, source, events) =>
      source === undefined
        ? startFolderTransfer(job, events, delays)
        : new FileTransfer(job, source, { events, settings: { chunkSize, delays, worker } }),
  };
}
