import { closeSync } from 'node:fs';
import { isTemporaryName } from '#contract/temporary-names.ts';
import { reopenFolder } from '../descriptors.ts';
import { errnoOf } from '../node-error.ts';
import { Descent } from './descent.ts';

/**
 * Goes from folder to folder below a first one. What two neighbours have in common of their ways stays open between
 * them, so that the next one is mostly a single step away. No link is followed.
 */
export class WayToFolder {
  readonly #start: number;
  #descent: Descent;
  #names: string[] = [];

  /** Takes the descriptor over. */
  constructor(start: number) {
    this.#start = start;
    this.#descent = new Descent(reopenFolder(start));
  }

  /**
   * The folder with this way from the first one, '' for that itself, good until the next call. Undefined where one of the
   * folders on it is gone, or is none any more.
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
      if (errnoOf(error) === undefined) throw error;
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
      // Far down, a folder was moved away under its reader: the next way begins anew.
      this.#descent.close();
      this.#descent = new Descent(reopenFolder(this.#start));
      this.#names = [];
    }
  }
}
