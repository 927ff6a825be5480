import type { PreviewSize } from '#contract/previews.ts';
import type { Orientation, PictureFormat } from '../picture.ts';

/** Source of an image for the decoder process: a path that is valid while it decodes, or bytes in the message. */
export type PictureSource =
  | { readonly kind: 'borrowed'; readonly path: string; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

/** Instruction to make a preview. */
export interface RenderOrder {
  readonly source: PictureSource;
  readonly format: PictureFormat;
  /** Size as stored; 0 if unknown. */
  readonly width: number;
  readonly height: number;
  /** Orientation, if the decoder does not read it from the image itself. */
  readonly orientation: Orientation | undefined;
  readonly size: PreviewSize;
}

/** A preview that the decoder process has made. */
export interface Preview {
  readonly bytes: Uint8Array;
  /** Media type. */
  readonly type: string;
}

/** A message to the decoder process. */
export interface OrderMessage {
  /** Chosen by the sender; the reply has the same one. */
  readonly id: number;
  readonly order: RenderOrder;
}

/** `broken`: the image cannot be decoded. `unreachable`: the decoder process cannot open the path. */
export type RenderFailure = 'broken' | 'unreachable';

/** A message from the decoder process. */
export type ReplyMessage =
  /** The process has started; `hasLibrary` if it can load the library that decodes. */
  | { readonly hasLibrary: boolean }
  | { readonly id: number; readonly preview: Preview }
  | { readonly id: number; readonly failure: RenderFailure };
