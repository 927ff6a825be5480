import { compareSync } from 'bcryptjs';
import { serveCalls } from '../lib/worker-calls.ts';

const calls = {
  /** Runs in a thread, because cost 10 of File Browser 2 takes about 70 ms of computing. */
  compare: ({ hash, password }: { readonly hash: string; readonly password: string }): boolean =>
    compareSync(password, hash),
};
export type BcryptCalls = typeof calls;

serveCalls(calls);
