import type { Operation } from '#contract/operations.ts';
import { createStore } from 'zustand/vanilla';

/** An act as it stands; a new object whenever anything changed. */
export interface RunningOperation {
  readonly id: number;
  readonly kind: Operation['kind'];
  readonly total: number;
  /** Items that are over, however they ended. */
  readonly ended: number;
  /** What is being worked on, the oldest first. */
  readonly underWay: readonly { readonly key: string; readonly name: string }[];
  /** It takes long enough to be shown. */
  readonly isLong: boolean;
  readonly isCancelled: boolean;
  /** The connection is lost; the server may go on with it. */
  readonly isWaiting: boolean;
  cancel(): void;
}

/** What this page is doing to files on the server, the oldest first. */
export const runningOperations = createStore<{ readonly running: readonly RunningOperation[] }>(
  () => ({
    running: [],
  }),
);

/** Whether anything is under way: leaving the page would hide its end. */
export const operationsActivity = {
  subscribe: runningOperations.subscribe,
  current: () => ({ isActive: runningOperations.getState().running.length > 0 }),
};
