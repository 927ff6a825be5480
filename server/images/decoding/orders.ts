import type { PreviewSize } from '#contract/previews.ts';
import type { Orientation, PictureFormat } from '../picture.ts';

/** Where the decoder process finds a picture: at a path that is valid while it decodes, or in the message. */
export type PictureSource =
  | { readonly kind: 'borrowed'; readonly path: string; readonly size: number }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export interface RenderOrder {
  readonly source: PictureSource;
  readonly format: PictureFormat;
  /** As stored; 0 where it is not known. */
  readonly width: number;
  readonly height: number;
  /** Where the picture itself does not say how it is to be turned. */
  readonly turn: Orientation | undefined;
  readonly size: PreviewSize;
}

/** A finished preview. */
export interface Preview {
  readonly bytes: Uint8Array;
  /** Its media type. */
  readonly type: string;
}

export interface OrderMessage {
  readonly id: number;
  readonly order: RenderOrder;
}

/** `broken`: nothing can be made of it. `unreachable`: the decoder process cannot open the path. */
export type RenderFailure = 'broken' | 'unreachable';

export type ReplyMessage =
  | { readonly id: number; readonly preview: Preview }
  | { readonly id: number; readonly failure: RenderFailure };
