import type { Generated } from 'kysely';

/**
 * Tables of both engines. Times are integers in milliseconds, flags are 0 or 1, lists and objects are JSON text. Only the modules
 * of this folder see these rows.
 */
export interface Schema {
  user: UserTable;
  session: SessionTable;
  invitation: InvitationTable;
  setting: SettingTable;
  upload: UploadTable;
  operation: OperationTable;
  trash: TrashTable;
  history: HistoryTable;
  job: JobTable;
  share: ShareTable;
  shareUse: ShareUseTable;
  commandRun: CommandRunTable;
  audit: AuditTable;
  userItem: UserItemTable;
  fileDigest: FileDigestTable;
  entry: EntryTable;
  blob: BlobTable;
  blobDraft: BlobDraftTable;
  blobPart: BlobPartTable;
  blobTail: BlobTailTable;
  clusterServer: ClusterServerTable;
  pathClaim: PathClaimTable;
  uploadClaim: UploadClaimTable;
  selection: SelectionTable;
}

/** One column per permission, so that the database can be queried for administrators. */
export interface UserTable {
  id: Generated<number>;
  username: string;
  /** `foldName(username)`, by which names of new users are compared. */
  foldedName: string;
  passwordHash: string;
  scope: string;
  locale: string;
  viewMode: string;
  singleClick: number;
  redirectAfterCopyMove: number;
  permAdmin: number;
  permExecute: number;
  permCreate: number;
  permRename: number;
  permModify: number;
  permDelete: number;
  permShare: number;
  permDownload: number;
  commands: string;
  sortingBy: string;
  sortingAsc: number;
  rules: string;
  hideDotfiles: number;
  dateFormat: number;
  lockPassword: number;
  aceEditorTheme: string;
  signedUp: Generated<number>;
  createdAt: number;
  updatedAt: number;
  lastSeenAt: number | null;
}

export interface SessionTable {
  idHash: string;
  userId: number;
  createdAt: number;
  expiresAt: number;
  endsAt: number;
  device: string | null;
  address: string | null;
  lastUsedAt: number | null;
}

export interface InvitationTable {
  userId: number;
  tokenHash: string;
  expiresAt: number;
}

export interface SettingTable {
  key: string;
  value: string;
}

export interface UploadTable {
  id: Generated<number>;
  userId: number;
  path: string;
  length: number;
  folder: string;
  name: string;
  partName: string;
  clientKey: string;
  override: number;
  createdAt: number;
  lastByteAt: number;
  finishedAt: number | null;
  modifiedMs: number | null;
  flushedBytes: Generated<number>;
  bootId: string | null;
  folderMark: string | null;
  verified: Generated<number>;
}

/** SHA-256 of files whose bytes were verified, in lower-case hexadecimal. `modifiedNs` is a decimal number of nanoseconds. */
export interface FileDigestTable {
  fingerprint: string;
  size: number;
  modifiedNs: string;
  sha256: string;
  storedAt: number;
}

/**
 * Operations in progress. Rows that exist at a start were interrupted by a crash. `payload` is a JSON object with a schema for each kind, in
 * operation-journal.ts; `shares` is a JSON array.
 */
export interface OperationTable {
  id: Generated<number>;
  kind: string;
  userId: number | null;
  state: string;
  startedAt: number;
  payload: string;
  shares: string | null;
  server: string | null;
}

/** Operations that have ended. `payload` is a JSON object, in history.ts. */
export interface HistoryTable {
  id: Generated<number>;
  userId: number;
  groupKey: string | null;
  payload: string;
  state: string;
  reason: string | null;
  at: number;
}

/** Items in the trash (`purpose` is `deleted`), and earlier versions of files (`version`). `size` and `entries` are null until measured. */
export interface TrashTable {
  id: Generated<number>;
  purpose: string;
  userId: number | null;
  username: string;
  source: string;
  path: string;
  kind: string;
  size: number | null;
  entries: number | null;
  item: string;
  folderMark: string | null;
  deletedAt: number;
  modifiedMs: number | null;
  server: string | null;
}

/**
 * Long operations, also those that have ended. `operationId` is the id of a row in `operation`. `options` and `outcome` are JSON objects, in
 * jobs.ts.
 */
export interface JobTable {
  id: Generated<number>;
  operationKey: string;
  kind: string;
  userId: number;
  username: string;
  fromPath: string;
  toPath: string | null;
  options: string;
  state: string;
  items: number;
  bytes: number;
  totalItems: number | null;
  totalBytes: number | null;
  startedAt: number;
  endedAt: number | null;
  operationId: number | null;
  bootId: string | null;
  outcome: string | null;
  server: string | null;
  asked: string | null;
}

/** `expire` is in seconds, as in the API, because its range in milliseconds would exceed a number. */
export interface ShareTable {
  hash: string;
  userId: number;
  /** Path of the shared item from the root. */
  place: string;
  isFolder: number;
  item: string | null;
  passwordHash: string | null;
  legacyTokenDigest: string | null;
  expire: number;
  createdAt: number;
  opened: number;
  downloaded: number;
  lastUsedAt: number | null;
}

export interface ShareUseTable {
  id: Generated<number>;
  hash: string;
  kind: string;
  at: number;
  address: string;
  path: string;
  bytes: number;
  whole: number;
}

export interface CommandRunTable {
  id: Generated<number>;
  startedAt: number;
  kind: string;
  username: string;
  trigger: string | null;
  line: string;
  path: string;
  outcome: string;
  exitCode: number | null;
  durationMs: number;
  output: string;
  isCut: number;
  more: Generated<number>;
}

/** `fields` is a JSON array. */
export interface AuditTable {
  id: Generated<number>;
  at: number;
  act: string;
  username: string;
  address: string;
  about: string;
  destination: string | null;
  fields: string | null;
  status: number;
  failedCommand: string | null;
  more: Generated<number>;
  /** See `digestsOfFolders`. */
  folders: string | null;
}

/**
 * Files and folders of the managed store. The root has the id 1 and no parent. `sortKey` and `folded` are computed from the name, for
 * listings and for searches. `isTemporary` is 1 for a temporary name. A folder has no blob.
 */
export interface EntryTable {
  id: Generated<number>;
  parent: number | null;
  name: string;
  sortKey: string;
  folded: string;
  isFolder: number;
  isTemporary: number;
  size: number;
  modifiedUs: number;
  mode: number;
  blob: string | null;
}

/** `since` is the time of the last change of `state`. `size` and `sha256` are null while they are not known. */
export interface BlobTable {
  id: string;
  state: string;
  since: number;
  size: number | null;
  sha256: string | null;
}

/**
 * Blobs that are being written to object storage, as far as that needs more than one request. `uploadId` is null before the first part;
 * `length` is null when it was not announced.
 */
export interface BlobDraftTable {
  blob: string;
  uploadId: string | null;
  partSize: number;
  length: number | null;
}

/** Parts of multipart uploads that are stored, from number 1. */
export interface BlobPartTable {
  blob: string;
  n: number;
  size: number;
  etag: string;
  crc: number;
}

/**
 * Objects with the bytes behind the parts of a blob, which are too few for a part. `n` is the number of the part that they begin. `size` is
 * null while the object is being written.
 */
export interface BlobTailTable {
  id: string;
  blob: string;
  n: number;
  generation: number;
  size: number | null;
  crc: number | null;
}

/** Items that users have starred or used. `starredAt` and `usedAt` are in milliseconds; at least one of them is set. */
export interface UserItemTable {
  userId: number;
  path: string;
  starredAt: number | null;
  usedAt: number | null;
  use: string | null;
}

/**
 * Servers of a cluster. `id` is the owner of its lease, which is also in the columns `server` of other tables. `endedAt` is set when the
 * server counts as dead and others recover its work.
 */
export interface ClusterServerTable {
  id: string;
  name: string;
  startedAt: number;
  endedAt: number | null;
}

/** Paths that operations of a cluster claim. `id` identifies the operation; `access` is `shared`, `exclusive` or `write`. */
export interface PathClaimTable {
  id: string;
  server: string;
  path: string;
  access: string;
}

/** Uploads that a server of a cluster is writing, by a digest of their user and path. */
export interface UploadClaimTable {
  key: string;
  server: string;
}

/** Selections of entries for a download, in a cluster. `names` is a JSON string. */
export interface SelectionTable {
  id: string;
  account: string;
  folder: string;
  names: string;
  endsAt: number;
}
