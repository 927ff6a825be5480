import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import type { UploadStore } from '../../state/upload-store.ts';
import { type PageUploads, UploadsContext } from './uploads-context.ts';

/** Holds the uploads of the page, so that they continue during navigation. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [uploads] = useState(() => new LazyUploads(queries));
  useEffect(() => uploads.open(), [uploads]);
  return <UploadsContext value={uploads}>{children}</UploadsContext>;
}

class LazyUploads implements PageUploads {
  readonly #queries: QueryClient;
  #loading: Promise<UploadStore> | undefined;
  #stop = () => {};
  #isOpen = true;

  constructor(queries: QueryClient) {
    this.#queries = queries;
  }

  /** Allows work in the background until the returned function is called. */
  open(): () => void {
    this.#isOpen = true;
    return () => {
      this.#isOpen = false;
      this.#stop();
    };
  }

  load(): Promise<UploadStore> {
    this.#loading ??= this.#start();
    return this.#loading;
  }

  async #start(): Promise<UploadStore> {
    try {
      const { createUploads } = await import('./create-uploads.ts');
      const { store, stop } = createUploads(this.#queries);
      this.#stop = stop;
      if (!this.#isOpen) stop();
      return store;
    } catch (failure) {
      this.#loading = undefined;
      throw failure;
    }
  }
}
