import type { TaskOptions } from '../../lib/task-pool.ts';
import type { Walks } from './walks.ts';

/** The same walks; each waits for `requireRoot` before it begins, and fails when that rejects. */
export function guardedWalks(walks: Walks, requireRoot: () => Promise<void>): Walks {
  const run =
    <Input, Result>(walk: (input: Input, options: TaskOptions) => Promise<Result>) =>
    async (input: Input, options: TaskOptions): Promise<Result> => {
      await requireRoot();
      return walk(input, options);
    };
  const stream = <Input, Part>(
    walk: (input: Input, options: TaskOptions) => AsyncGenerator<Part>,
  ) =>
    async function* guardedStream(input: Input, options: TaskOptions): AsyncGenerator<Part> {
      await requireRoot();
      yield* walk(input, options);
    };
  return {
    async stat(input) {
      await requireRoot();
      return walks.stat(input);
    },
    async findHidden(options) {
      await requireRoot();
      return walks.findHidden(options);
    },
    survey: run(walks.survey),
    copy: run(walks.copy),
    merge: run(walks.merge),
    remove: run(walks.remove),
    removeCopied: run(walks.removeCopied),
    list: stream(walks.list),
    search: stream(walks.search),
    check: stream(walks.check),
    close: () => walks.close(),
  };
}
