/** Counts what each user has running, or open. */
export class PlacesOfUsers {
  readonly #mostOfOne: number;
  readonly #taken = new Map<number, number>();

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  isFullFor(userId: number): boolean {
    return (this.#taken.get(userId) ?? 0) >= this.#mostOfOne;
  }

  /** False when all of the user's places are taken. Each that was taken has to be left once. */
  take(userId: number): boolean {
    if (this.isFullFor(userId)) return false;
    this.#taken.set(userId, (this.#taken.get(userId) ?? 0) + 1);
    return true;
  }

  leave(userId: number): void {
    const left = (this.#taken.get(userId) ?? 0) - 1;
    if (left > 0) this.#taken.set(userId, left);
    else this.#taken.delete(userId);
  }
}
