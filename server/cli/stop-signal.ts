import { endProcess } from './end-process.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
const PARENT_POLL_MS = 500;

/**
 * Time within which a second signal counts as a copy of the first. npm and `timeout` forward a signal that the terminal
 * has also sent to the server itself. Milliseconds.
 */
const DUPLICATE_SIGNAL_MS = 100;

/** Resolves with the reason when the process is asked to stop. A second signal ends it at once. */
export function stopAsked(options: { readonly followParent: boolean }): Promise<string> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        const now = performance.now();
        if (askedAt !== undefined && now - askedAt > DUPLICATE_SIGNAL_MS) void endProcess(1);
        askedAt ??= now;
        resolve(signal);
      });
    }
    if (options.followParent) watchParent(() => resolve('the end of npm'));
  });
}

/** Calls `onGone` when the parent process has ended: the kernel then assigns another parent, so `ppid` changes. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    onGone();
  }, PARENT_POLL_MS);
  poll.unref();
}
