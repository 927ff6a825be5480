declare module 'libbzip2-wasm' {
  interface Compressed {
    /** 0 when all went well. */
    readonly error: number;
    readonly error_msg: string;
    /** A view of the module's own memory. */
    readonly output: Uint8Array;
    delete(): void;
  }

  interface Bzip2Module {
    compressBZ2(bytes: Uint8Array, level: number, workFactor: number): Compressed;
  }

  /** Returns a module that can be used after `onRuntimeInitialized` was called. It has a `then` but is not a promise. */
  function open(options: { onRuntimeInitialized(): void }): Bzip2Module;
  export = open;
}
