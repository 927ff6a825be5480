import type { Transfer, UploadTransport } from '../../state/upload-transport.ts';

/** A transport that is loaded with the first upload, so that pages without uploads do not carry it. */
export function lazyTransport(load: () => Promise<UploadTransport>): UploadTransport {
  return {
    send(job, source, events) {
      let isCancelled = false;
      let transfer: Transfer | undefined;
      const start = async () => {
        try {
          const transport = await load();
          if (!isCancelled) transfer = transport.send(job, source, events);
        } catch {
          // Its code could not be fetched; that is a matter of the connection like any other.
          events.onFailed({ reason: { code: 'no-connection' }, isRetryable: true });
        }
      };
      void start();
      return {
        resume: () => (transfer ? transfer.resume() : void start()),
        cancel: () => {
          isCancelled = true;
          transfer?.cancel();
        },
      };
    },
  };
}
