import { AppError } from '../../errors.ts';
import type { PictureHeader } from '../picture.ts';
import { DecodeQueue } from './decode-queue.ts';
import { DecoderGone, DecoderProcess, type Order, type PictureBytes } from './decoder-process.ts';
import type { Preview, RenderFailure } from './decoder-messages.ts';
import { MEMORY_BUDGET, weightOf } from './decoding-memory.ts';

/** Maximum number of waiting images of an account: as many as a browser with a fast connection requests at once. */
const WAITING_OF_ONE = 128;

export interface Asker {
  readonly account: string;
  readonly signal: AbortSignal;
}

export type OrderFor = Omit<Order, 'format' | 'width' | 'height'>;

/** Decodes in other processes, as many images at once as the machine can handle. */
export class Decoders {
  readonly queue: DecodeQueue;
  readonly #pictures: DecoderProcess;
  /** A process of its own, because WebAssembly never returns memory and blocks its thread. */
  readonly #heic = new DecoderProcess(1);

  constructor(processors: number) {
    this.queue = new DecodeQueue({
      atOnce: processors,
      budget: MEMORY_BUDGET,
      waitingOfOne: WAITING_OF_ONE,
    });
    this.#pictures = new DecoderProcess(processors);
  }

  /**
   * Throws `unsupported-type` for an image that cannot be decoded, and the signal's reason if it aborts before
   * decoding begins.
   */
  async render(
    picture: PictureBytes,
    header: PictureHeader,
    order: OrderFor,
    asker: Asker,
  ): Promise<Preview> {
    const { format, width, height } = header;
    const full: Order = { ...order, format, width, height };
    try {
      return await this.#withSlot(picture, full, {
        ...asker,
        weight: weightOf(header) + sizeOf(picture),
      });
    } catch (error) {
      if (!(error instanceof DecoderGone)) throw error;
      return this.#alone(picture, full, asker);
    }
  }

  close(): void {
    this.#pictures.close();
    this.#heic.close();
  }

  /** Decodes an image again alone, because it is unknown which of several has ended the process. */
  async #alone(picture: PictureBytes, order: Order, asker: Asker) {
    try {
      return await this.#withSlot(picture, order, { ...asker, weight: MEMORY_BUDGET });
    } catch (error) {
      if (!(error instanceof DecoderGone)) throw error;
      throw new AppError('unsupported-type', 'a picture that ends its decoder', { cause: error });
    }
  }

  async #withSlot(
    picture: PictureBytes,
    order: Order,
    turn: Asker & { readonly weight: number },
  ): Promise<Preview> {
    const leave = await this.queue.enter(turn);
    try {
      const outcome = await this.#send(picture, order);
      if (typeof outcome === 'object') return outcome;
      throw new AppError('unsupported-type', `a picture that cannot be decoded: ${outcome}`);
    } finally {
      leave();
    }
  }

  #send(picture: PictureBytes, order: Order): Promise<Preview | RenderFailure> {
    const decoder = order.format === 'heic' ? this.#heic : this.#pictures;
    return decoder.render(order, picture);
  }
}

/** Returns the size of a file. A confined decoder gets a copy in memory. */
function sizeOf(picture: PictureBytes): number {
  return picture instanceof Uint8Array ? picture.length : picture.stat.size;
}
