declare module 'heic-decode' {
  /** Red, green, blue and alpha of the first picture, already turned upright. */
  export default function decode(options: { readonly buffer: Uint8Array }): Promise<{
    readonly width: number;
    readonly height: number;
    readonly data: Uint8ClampedArray;
  }>;
}
