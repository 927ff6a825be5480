/** Limits what each user has running or open at the same time. */
export class SlotsPerUser {
  readonly #mostOfOne: number;
  readonly #taken = new Map<number, number>();

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  isFullFor(userId: number): boolean {
    return (this.#taken.get(userId) ?? 0) >= this.#mostOfOne;
  }

  /** Returns false if all slots of the user are taken. Each slot that was taken must be freed once. */
  take(userId: number): boolean {
    if (this.isFullFor(userId)) return false;
    this.#taken.set(userId, (this.#taken.get(userId) ?? 0) + 1);
    return true;
  }

  release(userId: number): void {
    const left = (this.#taken.get(userId) ?? 0) - 1;
    if (left > 0) this.#taken.set(userId, left);
    else this.#taken.delete(userId);
  }
}
