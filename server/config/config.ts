/** The whole configuration, validated, in the shape the program thinks in. Made by `load-config.ts`. */
export interface Config {
  readonly listen: ListenConfig;
  /** '' or a path that begins with '/' and does not end with one. */
  readonly baseUrl: string;
  readonly database: DatabaseConfig;
  /** Absolute real path of the served folder. */
  readonly root: string;
  /** Absolute real paths of our own state, which may lie inside `root` and is no part of the tree. */
  readonly protectedPaths: readonly string[];
  readonly log: LogConfig;
  readonly sessions: SessionConfig;
  readonly uploads: UploadConfig;
  readonly trust: TrustConfig;
  readonly files: FilesConfig;
  readonly features: FeatureSwitches;
  readonly firstUser: FirstUserConfig;
}

export type ListenConfig =
  | {
      readonly kind: 'tcp';
      /** '' means all addresses. */
      readonly address: string;
      /** 0 takes any free one. */
      readonly port: number;
      /** Paths of the PEM files. */
      readonly tls: { readonly cert: string; readonly key: string } | undefined;
    }
  | { readonly kind: 'socket'; readonly path: string; readonly mode: number };

export type DatabaseConfig =
  | { readonly kind: 'sqlite'; readonly file: string }
  | { readonly kind: 'postgres'; readonly url: string };

export type LogConfig =
  { readonly kind: 'stdout' | 'stderr' | 'off' } | { readonly kind: 'file'; readonly path: string };

export interface SessionConfig {
  /** How long a token is good, and so how long an unused session lives. Milliseconds. */
  readonly idleMs: number;
  /** After this a session ends however busy it is. Milliseconds. */
  readonly maxAgeMs: number;
}

export interface UploadConfig {
  /** An unfinished upload is removed so long after its last byte. Milliseconds. */
  readonly expiryMs: number;
}

export interface TrustConfig {
  /** Addresses and networks whose forwarded headers are believed. */
  readonly proxies: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly allowRemoteNoauth: boolean;
}

export interface FilesConfig {
  readonly followExternalSymlinks: boolean;
  readonly typeDetectionByHeader: boolean;
}

/** What the page is told about; the rooms that obey them come with their issues. */
export interface FeatureSwitches {
  readonly thumbnails: boolean;
  readonly resizePreview: boolean;
  readonly exec: boolean;
}

/** Only looked at when the database has no user yet. */
export interface FirstUserConfig {
  readonly username: string;
  /** A bcrypt or argon2 hash; undefined: a random password is made and printed once. */
  readonly passwordHash: string | undefined;
  readonly noauth: boolean;
}
