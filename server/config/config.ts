import type { RetentionName } from '#contract/settings.ts';
/** The complete, validated configuration. Created by `load-config.ts`. */
export interface Config {
  readonly listen: ListenConfig;
  /** Base path: '' or a path that begins with '/' and does not end with one. */
  readonly baseUrl: string;
  readonly database: DatabaseConfig;
  readonly storage: StorageKind;
  /** Absolute real path of the served folder. Of a managed store, the folder that holds its blobs, or the address of its bucket. */
  readonly root: string;
  /** The bucket with the contents of a managed store; undefined if they are in a folder. */
  readonly bucket: BucketConfig | undefined;
  /** Absolute real paths of the server's own files, which may be inside `root` but are not part of the tree. */
  readonly protectedPaths: readonly string[];
  readonly log: LogConfig;
  readonly sessions: SessionConfig;
  readonly users: UserConfig;
  readonly uploads: UploadConfig;
  readonly trash: TrashConfig;
  readonly versions: VersionConfig;
  /** Settings of the trash and of versions that a flag, a variable or the configuration file sets. */
  readonly fixedSettings: readonly RetentionName[];
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
      /** '' stands for all addresses. */
      readonly address: string;
      /** 0 chooses any free port. */
      readonly port: number;
      /** Further ports at the same address. */
      readonly morePorts: readonly number[];
      /** Paths of the PEM files. */
      readonly tls: { readonly cert: string; readonly key: string } | undefined;
    }
  | { readonly kind: 'socket'; readonly path: string; readonly mode: number };

/** `folder`: the files of a folder of this machine. `managed`: a tree in the database, with contents as blobs. */
export type StorageKind = 'folder' | 'managed';

/** A bucket of S3-compatible object storage. */
export interface BucketConfig {
  readonly name: string;
  /** Beginning of all keys: '' or text that ends with a slash. */
  readonly prefix: string;
  /** Address of the service; undefined for AWS. */
  readonly endpoint: string | undefined;
  /** Address of the service for browsers, which download large files from it. Undefined if all downloads pass through the server. */
  readonly publicEndpoint: string | undefined;
  /** Undefined for that of the environment. */
  readonly region: string | undefined;
  /** True if the bucket is a part of the path, and not of the host name. */
  readonly pathStyle: boolean;
}

export type DatabaseConfig =
  | {
      readonly kind: 'sqlite';
      readonly file: string;
      /** The named file, if it is or was the database of File Browser 2. */
      readonly legacyFile?: string;
    }
  | { readonly kind: 'postgres'; readonly url: string };

export type LogConfig =
  | { readonly kind: 'stdout' | 'stderr' | 'off' }
  | { readonly kind: 'file'; readonly path: string };

export interface SessionConfig {
  /** Lifetime of a token, and of a session that is not renewed. Milliseconds. */
  readonly idleMs: number;
  /** Time after which a session ends even if it is used. Milliseconds. */
  readonly maxAgeMs: number;
}

export interface UserConfig {
  /** True if changing a password or users requires the own password. Otherwise clients may omit it. */
  readonly requireCurrentPassword: boolean;
}

export interface UploadConfig {
  /** Time after the last byte at which an unfinished upload is removed. Milliseconds. */
  readonly expiryMs: number;
}

export interface TrashConfig {
  /** False deletes items for good. Those in the trash stay until they expire. */
  readonly isOn: boolean;
  /** Milliseconds. */
  readonly retentionMs: number;
  /** Part of each disk that its trash may use, 1 to 100. */
  readonly limitPercent: number;
}

export interface VersionConfig {
  /** False keeps nothing of what is replaced. Versions from before stay until they expire. */
  readonly isOn: boolean;
  /** Maximum number of versions of a file. */
  readonly mostPerFile: number;
  /** Milliseconds. */
  readonly retentionMs: number;
}

export interface ShareConfig {
  /** Retention of the uses of shares. Milliseconds. */
  readonly recordExpiryMs: number;
}

export interface TrustConfig {
  /** Addresses and networks of proxies whose forwarded headers are accepted. */
  readonly proxies: readonly string[];
  readonly allowedOrigins: readonly string[];
  readonly allowRemoteNoauth: boolean;
}

export interface WatchingConfig {
  /** Token that gives a monitoring program access to metrics; undefined: no program has access. */
  readonly monitorToken: string | undefined;
  /** True to log every request. */
  readonly accessLog: boolean;
  readonly audit: AuditConfig;
}

export interface AuditConfig {
  /** Retention of audit entries. Milliseconds. */
  readonly recordExpiryMs: number;
  /** True to record downloads too. */
  readonly downloads: boolean;
}

export interface FilesConfig {
  readonly followExternalSymlinks: boolean;
  readonly typeDetectionByHeader: boolean;
}

/** Settings of the operator's commands. */
export interface ProgramConfig {
  /** Environment of these commands, besides the variables of each one. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Settings of commands that users type, and of event hooks. `FeatureSwitches.exec` enables them. */
export interface CommandConfig {
  /** `require`: users run no commands if the sandbox does not work. */
  readonly sandbox: 'auto' | 'require' | 'off';
  /** True if commands in the sandbox have access to the network. */
  readonly network: boolean;
  /** Absolute folders in which programs are searched for. */
  readonly searchPath: readonly string[];
  /** Milliseconds. */
  readonly timeLimitMs: number;
  /** Maximum output of both streams together. Bytes. */
  readonly mostOutputBytes: number;
  readonly mostProcesses: number;
  /** Maximum number of commands of a user that run at once. */
  readonly atOnce: number;
  /** Retention of command runs. Milliseconds. */
  readonly recordExpiryMs: number;
}

export interface PreviewConfig {
  /** Absolute path; undefined keeps previews in memory. */
  readonly cacheDir: string | undefined;
  /** Maximum number of images that are decoded at once. */
  readonly processors: number;
  /** True to report the size of images in pixels. */
  readonly resolution: boolean;
}

/** Features that can be switched off. The page knows them too. */
export interface FeatureSwitches {
  readonly thumbnails: boolean;
  readonly resizePreview: boolean;
  readonly exec: boolean;
  /** True if command lines may be passed to a shell. */
  readonly shell: boolean;
}

/** The first user. Used only while the database contains no user. */
export interface FirstUserConfig {
  readonly username: string;
  /** A bcrypt or argon2 hash; undefined: a random password is generated and printed once. */
  readonly passwordHash: string | undefined;
  readonly noauth: boolean;
  /** Editor theme of this user and of later ones; undefined: not configured. */
  readonly editorTheme: string | undefined;
}
