import { closeSync } from 'node:fs';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { reopenFolder } from '../descriptors.ts';
import { Descent } from './descent.ts';
import { hasChanged } from './start.ts';

/**
 * Opens folders below a first one, one after another. Keeps the common parents of two successive folders open, so that the next folder of a
 * depth-first order usually takes one system call. Follows no symlinks.
 */
export class FolderNavigator {
  readonly #start: number;
  #descent: Descent;
  #names: string[] = [];

  /** Closes `start` at its end. */
  constructor(start: number) {
    this.#start = start;
    this.#descent = new Descent(reopenFolder(start));
  }

  /**
   * Returns a descriptor of the folder at this relative path ('' for the first one), valid until the next call;
   * undefined if it does not exist. Throws errors of the file system if it cannot be entered.
   */
  to(below: string): number | undefined {
    const wanted = below === '' ? [] : below.split('/');
    this.#leaveUntil(wanted);
    try {
      for (const name of wanted.slice(this.#names.length)) {
        if (isTemporaryName(name)) return undefined;
        this.#descent.enter(name);
        this.#names.push(name);
      }
    } catch (error) {
      if (!hasChanged(error)) throw error;
      return undefined;
    }
    return this.#descent.fd;
  }

  close(): void {
    this.#descent.close();
    closeSync(this.#start);
  }

  #leaveUntil(wanted: readonly string[]): void {
    const differs = this.#names.findIndex((name, index) => name !== wanted[index]);
    const shared = differs < 0 ? this.#names.length : differs;
    try {
      for (; this.#names.length > shared; this.#names.pop()) this.#descent.leave();
    } catch {
      // A parent folder was moved away in the meantime. Starts again from the first folder.
      this.#descent.close();
      this.#descent = new Descent(reopenFolder(this.#start));
      this.#names = [];
    }
  }
}
