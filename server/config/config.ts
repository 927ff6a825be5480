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
  readonly users: UserConfig;
  readonly uploads: UploadConfig;
  readonly shares: ShareConfig;
  readonly trust: TrustConfig;
  readonly watching: WatchingConfig;
  readonly files: FilesConfig;
  readonly programs: ProgramConfig;
  readonly commands: CommandConfig;
  readonly previews: PreviewConfig;
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
      /** Where it is reached as well, at the same address and in the same way. */
      readonly morePorts: readonly number[];
      /** Paths of the PEM files. */
      readonly tls: { readonly cert: string; readonly key: string } | undefined;
    }
  | { readonly kind: 'socket'; readonly path: string; readonly mode: number };

export type DatabaseConfig =
  | {
      readonly kind: 'sqlite';
      readonly file: string;
      /** The file that was named instead of ours: the predecessor's, which is there or was. */
      readonly legacyFile?: string;
    }
  | { readonly kind: 'postgres'; readonly url: string };

export type LogConfig =
  { readonly kind: 'stdout' | 'stderr' | 'off' } | { readonly kind: 'file'; readonly path: string };

export interface SessionConfig {
  /** How long a token is good, and so how long an unused session lives. Milliseconds. */
  readonly idleMs: number;
  /** After this a session ends however busy it is. Milliseconds. */
  readonly maxAgeMs: number;
}

export interface UserConfig {
  /** Who changes a password, or anything about users, has to give their own; else clients may leave it out. */
  readonly requireCurrentPassword: boolean;
}

export interface UploadConfig {
  /** An unfinished upload is removed so long after its last byte. Milliseconds. */
  readonly expiryMs: number;
}

export interface ShareConfig {
  /** What visitors of a link have done is forgotten after so long. Milliseconds. */
  readonly recordExpiryMs: number;
}

export interface TrustConfig {
  /** Addresses and networks whose forwarded headers are believed. */
  readonly proxies: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly allowRemoteNoauth: boolean;
}

export interface WatchingConfig {
  /** Lets a program in that watches the server; undefined: there is none, and nothing to read for it. */
  readonly monitorToken: string | undefined;
  /** Every request is told in the log. */
  readonly accessLog: boolean;
  readonly audit: AuditConfig;
}

export interface AuditConfig {
  /** Who has done what is forgotten after so long. Milliseconds. */
  readonly recordExpiryMs: number;
  /** What users download is kept as well. */
  readonly downloads: boolean;
}

export interface FilesConfig {
  readonly followExternalSymlinks: boolean;
  readonly typeDetectionByHeader: boolean;
}

/** Commands of the operator's that we run. */
export interface ProgramConfig {
  /** All that they find in their surroundings, besides what each is told. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Commands that users type, and those that run on events. Whether there are any says `FeatureSwitches.exec`. */
export interface CommandConfig {
  /** `require`: without one, nobody runs commands. */
  readonly sandbox: 'auto' | 'require' | 'off';
  /** Commands in the sandbox reach the network. */
  readonly network: boolean;
  /** Absolute folders in which the name of a program is looked for. */
  readonly searchPath: readonly string[];
  /** Milliseconds. */
  readonly timeLimitMs: number;
  /** Bytes of both streams together. */
  readonly mostOutputBytes: number;
  readonly mostProcesses: number;
  /** So many of one user at once. */
  readonly atOnce: number;
  /** What was run is forgotten after so long. Milliseconds. */
  readonly recordExpiryMs: number;
}

export interface PreviewConfig {
  /** Absolute; undefined keeps finished previews in memory. */
  readonly cacheDir: string | undefined;
  /** So many pictures are decoded at once. */
  readonly processors: number;
  /** Tell how many pixels a picture has. */
  readonly resolution: boolean;
}

/** What the page is told about, and what the rooms obey. */
export interface FeatureSwitches {
  readonly thumbnails: boolean;
  readonly resizePreview: boolean;
  readonly exec: boolean;
  /** Command lines may be given to a shell. */
  readonly shell: boolean;
}

/** Only looked at when the database has no user yet. */
export interface FirstUserConfig {
  readonly username: string;
  /** A bcrypt or argon2 hash; undefined: a random password is made and printed once. */
  readonly passwordHash: string | undefined;
  readonly noauth: boolean;
  /** Theirs, and that of users who come later; undefined: nobody has said. */
  readonly editorTheme: string | undefined;
}
