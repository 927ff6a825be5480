import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../storage/driver.ts';
import { MOST_SOURCE_BYTES } from '../limits.ts';
import type { PictureHeader } from '../picture.ts';
import { DecodeQueue } from './decode-queue.ts';
import { DecoderGone, DecoderProcess } from './decoder-process.ts';
import type { PictureSource, Preview, RenderFailure, RenderOrder } from './orders.ts';
import { MEMORY_BUDGET, weightOf } from './weight.ts';

/** Maximum number of waiting images of an account: as many as a browser with a fast connection requests at once. */
const WAITING_OF_ONE = 128;

export interface Asker {
  readonly account: string;
  readonly signal: AbortSignal;
}

export type OrderFor = Omit<RenderOrder, 'source' | 'format' | 'width' | 'height'>;

/** Source of an image: small files are in memory already. */
export type PictureBytes = Uint8Array | OpenFile;

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
    const full = { ...order, format, width, height };
    try {
      return await this.#withSlot(picture, full, { ...asker, weight: weightOf(header) });
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
  async #alone(picture: PictureBytes, order: Omit<RenderOrder, 'source'>, asker: Asker) {
    try {
      return await this.#withSlot(picture, order, { ...asker, weight: MEMORY_BUDGET });
    } catch (error) {
      if (!(error instanceof DecoderGone)) throw error;
      throw new AppError('unsupported-type', 'a picture that ends its decoder', { cause: error });
    }
  }

  async #withSlot(
    picture: PictureBytes,
    order: Omit<RenderOrder, 'source'>,
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

  async #send(
    picture: PictureBytes,
    order: Omit<RenderOrder, 'source'>,
  ): Promise<Preview | RenderFailure> {
    const decoder = order.format === 'heic' ? this.#heic : this.#pictures;
    const render = (source: PictureSource) => decoder.render({ ...order, source });
    if (picture instanceof Uint8Array) return render({ kind: 'bytes', bytes: picture });
    const { size } = picture.stat;
    const outcome = await picture.withProgramInput?.(({ path }) =>
      render({ kind: 'borrowed', path, size }),
    );
    if (outcome !== undefined && outcome !== 'unreachable') return outcome;
    return render({ kind: 'bytes', bytes: await readWhole(picture) });
  }
}

async function readWhole(file: OpenFile): Promise<Uint8Array> {
  const bytes = new Uint8Array(Math.min(file.stat.size, MOST_SOURCE_BYTES));
  let filled = 0;
  while (filled < bytes.length) {
    const read = await file.readInto(bytes.subarray(filled), filled);
    if (read === 0) break;
    filled += read;
  }
  return bytes.subarray(0, filled);
}
