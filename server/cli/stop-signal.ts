const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT'] as const;
const PARENT_POLL_MS = 500;

/** Resolves with the reason when the process is asked to stop. A second signal ends it at once. */
export function stopAsked(options: { readonly followParent: boolean }): Promise<string> {
  return new Promise((resolve) => {
    let isStopping = false;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (isStopping) process.exit(1);
        isStopping = true;
        resolve(signal);
      });
    }
    if (options.followParent) watchParent(() => resolve('the end of npm'));
  });
}

/** An orphan is given to another parent, so a changed number tells that ours has gone. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  const poll = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(poll);
    onGone();
  }, PARENT_POLL_MS);
  poll.unref();
}
