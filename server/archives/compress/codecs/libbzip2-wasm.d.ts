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

  /** The module is of use when `onRuntimeInitialized` has been called. It has a `then`, but is no promise. */
  function open(options: { onRuntimeInitialized(): void }): Bzip2Module;
  export = open;
}
