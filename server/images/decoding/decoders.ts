import { AppError } from '../../errors.ts';
import type { OpenFile } from '../../storage/driver.ts';
import { MOST_SOURCE_BYTES } from '../limits.ts';
import type { PictureHeader } from '../picture.ts';
import { DecodeQueue } from './decode-queue.ts';
import { DecoderGone, DecoderProcess } from './decoder-process.ts';
import type { PictureSource, Preview, RenderFailure, RenderOrder } from './orders.ts';
import { MEMORY_BUDGET, weightOf } from './weight.ts';

/** As many as a browser with a fast connection asks for at once, and no crowd. */
const WAITING_OF_ONE = 128;

export interface Asker {
  readonly account: string;
  readonly signal: AbortSignal;
}

export type OrderFor = Omit<RenderOrder, 'source' | 'format' | 'width' | 'height'>;

/** What a picture is read from: small ones are in memory anyway. */
export type PictureBytes = Uint8Array | OpenFile;

/** Decodes in other processes, as many at once as is good for the machine. */
export class Decoders {
  readonly queue: DecodeQueue;
  readonly #pictures: DecoderProcess;
  /** WebAssembly never gives memory back, nor does it let others work meanwhile. */
  readonly #heic = new DecoderProcess(1);

  constructor(processors: number) {
    this.queue = new DecodeQueue({
      atOnce: processors,
      budget: MEMORY_BUDGET,
      waitingOfOne: WAITING_OF_ONE,
    });
    this.#pictures = new DecoderProcess(processors);
  }

  /** `unsupported-type` when nothing can be made of it; the signal's reason when the caller leaves before it is begun. */
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

  /** Whichever of those that ran together has ended the process, it does so again alone, and the others do not. */
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
