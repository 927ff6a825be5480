export interface PictureSize {
  readonly width: number;
  readonly height: number;
}

/** The size of a picture in pixels as the browser shows it. Throws when it cannot show it, or is told to stop. */
export function measurePicture(address: string, signal: AbortSignal): Promise<PictureSize> {
  const picture = new Image();
  return new Promise((resolve, reject) => {
    const stop = () => {
      // Without an address the browser gives up loading.
      picture.removeAttribute('src');
      reject(new Error('stopped'));
    };
    signal.addEventListener('abort', stop, { once: true });
    picture.addEventListener('load', () =>
      resolve({ width: picture.naturalWidth, height: picture.naturalHeight }),
    );
    picture.addEventListener('error', () => reject(new Error('not a picture')));
    picture.src = address;
  });
}
