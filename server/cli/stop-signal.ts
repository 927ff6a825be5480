import { endProcess } from './end-process.ts';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
const PARENT_POLL_MS = 500;

/** npm and `timeout` pass on what the terminal has sent already: that is one input, not two. Milliseconds. */
const SAME_WISH_MS = 100;

/** Resolves with the reason when the process is asked to stop. A second signal ends it at once. */
export function stopAsked(options: { readonly followParent: boolean }): Promise<string> {
  return new Promise((resolve) => {
    let askedAt: number | undefined;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        const now = performance.now();
        if (askedAt !== undefined && now - askedAt > SAME_WISH_MS) void endProcess(1);
        askedAt ??= now;
        resolve(signal);
      });
    }
    if (options.followParent) watchParent(() => resolve('the end of npm'));
  });
}

/** An orphan gets another parent, so a changed process id means that ours has ended. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    onGone();
  }, PARENT_POLL_MS);
  poll.unref();
}
