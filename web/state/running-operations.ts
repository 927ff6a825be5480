import type { Operation } from '#contract/operations.ts';
import { createStore } from 'zustand/vanilla';

/** Kinds of operations that the page runs item by item. The others are shown with the jobs. */
export type RunKind = Exclude<Operation['kind'], 'restore' | 'purge' | 'undo'>;

/** State of a running operation; a new object after every change. */
export interface RunningOperation {
  readonly id: number;
  readonly kind: RunKind;
  readonly total: number;
  /** Number of ended items, including failed ones. */
  readonly ended: number;
  /** Items in progress, oldest first. */
  readonly underWay: readonly { readonly key: string; readonly name: string }[];
  /** True once the operation has run long enough to be shown. */
  readonly isLong: boolean;
  readonly isCancelled: boolean;
  /** True while the connection is lost; the server may continue. */
  readonly isWaiting: boolean;
  /** Cancels all items but those under way whose keys are given; these end by themselves. */
  cancel(ending?: ReadonlySet<string>): void;
}

/** Operations that this page runs, oldest first. */
export const runningOperations = createStore<{ readonly running: readonly RunningOperation[] }>(
  () => ({
    running: [],
  }),
);

/** Activity while operations run, because leaving the page would hide their results. */
export const operationsActivity = {
  subscribe: runningOperations.subscribe,
  current: () => ({ isActive: runningOperations.getState().running.length > 0 }),
};
