import { isOffline } from '../../lib/connection.ts';
import { createFolder } from '../../api/files.ts';
import { ApiError } from '../../api/http.ts';
import type { UploadJob } from '../../state/upload-job.ts';
import { isWorthRetrying } from '../../state/upload-retry.ts';
import type { Transfer, TransferEvents } from '../../state/upload-transport.ts';
import { COMMAND_REFUSAL, failureOf } from './upload-failure.ts';

/** Creates a folder on the server. An existing folder counts as success. `delays` are the pauses before retries, in milliseconds. */
export function startFolderTransfer(
  { path, group }: UploadJob,
  events: TransferEvents,
  delays: readonly number[],
): Transfer {
  let cancelled = new AbortController();

  const start = async ({ signal }: AbortController) => {
    for (let attempt = 0; !signal.aborted; attempt += 1) {
      const failure = await tryToMake(path, group);
      if (signal.aborted) return;
      if (!failure) return events.onDone();
      if (failure.isCommandRefusal) return events.onFailed(COMMAND_REFUSAL);
      const delay = delays[attempt];
      const isFinal = isOffline() || !isWorthRetrying(failure.status, { isCreation: true });
      if (delay === undefined || isFinal) {
        return events.onFailed(failureOf(failure));
      }
      events.onRetry(attempt + 1, delay);
      await pause(delay);
    }
  };

  void start(cancelled);
  return {
    resume: () => {
      cancelled = new AbortController();
      void start(cancelled);
    },
    pause: () => cancelled.abort(),
    // Keeps an empty folder, which may have existed before.
    cancel: () => cancelled.abort(),
  };
}

async function tryToMake(path: string, group: string | undefined): Promise<ApiError | undefined> {
  try {
    await createFolder(path, group);
    return undefined;
  } catch (failure) {
    if (failure instanceof ApiError) return failure;
    return new ApiError(0, String(failure), { cause: failure });
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
