// A FUSE file system that forwards everything to another folder. On command, it leaves requests unanswered or answers them with
// EIO, as a broken disk does. It is a process of its own: hanging-mount.mjs starts it with the mounted /dev/fuse as descriptor
// 3 and controls it over the IPC channel. It implements the kernel's protocol (linux/fuse.h, version 7.31) without a library.
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  read,
  readdirSync,
  readlinkSync,
  readSync,
  renameSync,
  rmdirSync,
  statSync,
  statfsSync,
  symlinkSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { constants as osConstants } from 'node:os';

const DEVICE = 3;
/** `lockError` is the name of the error with which locks are refused. Without it, the kernel keeps the locks. */
const [backing = '', lockError = ''] = process.argv.slice(2);

const IN_HEADER = 40;
const OUT_HEADER = 16;
const MAX_WRITTEN = 128 * 1024;
const BUFFER_BYTES = 2 * MAX_WRITTEN;
/** Makes the kernel forward reads of open files instead of using the page cache. */
const FOPEN_DIRECT_IO = 1;
const MAX_PAGES_FLAG = 1 << 22;
/** Makes the kernel forward locks. */
const POSIX_LOCKS_FLAG = 1 << 1;
const PAGES = MAX_WRITTEN / 4096;

const { ENOSYS, EIO } = osConstants.errno;

const OPERATIONS = {
  1: 'LOOKUP',
  2: 'FORGET',
  3: 'GETATTR',
  4: 'SETATTR',
  5: 'READLINK',
  6: 'SYMLINK',
  8: 'MKNOD',
  9: 'MKDIR',
  10: 'UNLINK',
  11: 'RMDIR',
  12: 'RENAME',
  13: 'LINK',
  14: 'OPEN',
  15: 'READ',
  16: 'WRITE',
  17: 'STATFS',
  18: 'RELEASE',
  20: 'FSYNC',
  25: 'FLUSH',
  26: 'INIT',
  27: 'OPENDIR',
  28: 'READDIR',
  29: 'RELEASEDIR',
  30: 'FSYNCDIR',
  31: 'GETLK',
  32: 'SETLK',
  33: 'SETLKW',
  35: 'CREATE',
  36: 'INTERRUPT',
  38: 'DESTROY',
  42: 'BATCH_FORGET',
  45: 'RENAME2',
};
/** Requests without a response. */
const SILENT = new Set(['FORGET', 'BATCH_FORGET', 'INTERRUPT', 'DESTROY']);

/** Nodes by the number that the kernel uses; 1 is the root. A node is a file of the backing folder with all its paths. */
const nodes = new Map([[1n, { number: 1n, paths: new Set(['']), handles: new Set() }]]);
/** Nodes by the inode number in the backing folder. */
const nodeOf = new Map();
let lastNode = 1n;
/** Names of open folders by handle. */
const listings = new Map();
let lastListing = 1n << 40n;

/** Requests that are left unanswered: `operations` on files whose path contains `path`. Undefined answers all. */
let hanging;
/** Requests that are answered with EIO, described as in `hanging`; undefined for none. */
let failing;
/** Held requests, in the order of their arrival. */
const held = [];

function nodeFor(path, inode) {
  if (path === '') return 1n;
  let node = nodeOf.get(inode);
  if (node === undefined) {
    node = { number: ++lastNode, paths: new Set(), handles: new Set() };
    nodeOf.set(inode, node);
    nodes.set(node.number, node);
  }
  node.paths.add(path);
  return node.number;
}

/** Forgets a path. A node without paths is no longer found by its inode number, which another file may get. */
function forgetPath(path) {
  for (const [inode, { paths }] of nodeOf) {
    for (const each of [...paths]) {
      if (each === path || each.startsWith(`${path}/`)) paths.delete(each);
    }
    if (paths.size === 0) nodeOf.delete(inode);
  }
}

function movePath(from, to) {
  forgetPath(to);
  for (const { paths } of nodeOf.values()) {
    for (const each of [...paths]) {
      if (each !== from && !each.startsWith(`${from}/`)) continue;
      paths.delete(each);
      paths.add(to + each.slice(from.length));
    }
  }
}

/** Returns a path of the node, or an open file if the node has no path left. */
function pathOf(number) {
  const node = nodes.get(number);
  const [path] = node?.paths ?? [];
  const [handle] = node?.handles ?? [];
  return path ?? `/proc/self/fd/${handle}`;
}

const onDisk = (path) => (path.startsWith('/proc/self/fd/') ? path : `${backing}${path}`);

function text(bytes) {
  const end = bytes.indexOf(0);
  return bytes.toString('utf8', 0, end === -1 ? bytes.length : end);
}

function statsOf(path) {
  const isGone = path.startsWith('/proc/self/fd/');
  return (isGone ? statSync : lstatSync)(onDisk(path), { bigint: true });
}

function attributesOf(path) {
  const stats = statsOf(path);
  const out = Buffer.alloc(88);
  const u64 = [stats.ino, stats.size, stats.blocks];
  const times = [stats.atimeNs, stats.mtimeNs, stats.ctimeNs];
  for (const [at, value] of u64.entries()) out.writeBigUInt64LE(value, at * 8);
  for (const [at, ns] of times.entries()) {
    out.writeBigUInt64LE(ns / 1_000_000_000n, 24 + at * 8);
    out.writeUInt32LE(Number(ns % 1_000_000_000n), 48 + at * 4);
  }
  const u32 = [stats.mode, stats.nlink, stats.uid, stats.gid, stats.rdev, stats.blksize];
  for (const [at, value] of u32.entries()) out.writeUInt32LE(Number(value), 60 + at * 4);
  return out;
}

/** Returns the attributes of a path with a cache time of 0, so that every access reaches this process. */
function entryOf(path) {
  const attributes = attributesOf(path);
  const head = Buffer.alloc(40);
  head.writeBigUInt64LE(nodeFor(path, statsOf(path).ino), 0);
  return Buffer.concat([head, attributes]);
}

function opened(handle, flags) {
  const out = Buffer.alloc(16);
  out.writeBigUInt64LE(BigInt(handle), 0);
  out.writeUInt32LE(flags, 8);
  return out;
}

function openedFile(handle) {
  nodeOf.get(fstatSync(handle, { bigint: true }).ino)?.handles.add(handle);
  return opened(handle, FOPEN_DIRECT_IO);
}

function closeFile(handle) {
  for (const { handles } of nodes.values()) handles.delete(handle);
  closeSync(handle);
}

function readDirectory(handle, offset, size) {
  const names = listings.get(handle) ?? [];
  const chunks = [];
  let length = 0;
  for (let at = Number(offset); at < names.length; at += 1) {
    const name = Buffer.from(names[at].name);
    const padded = Math.ceil((24 + name.length) / 8) * 8;
    if (length + padded > size) break;
    const entry = Buffer.alloc(padded);
    entry.writeBigUInt64LE(BigInt(at + 2), 0);
    entry.writeBigUInt64LE(BigInt(at + 1), 8);
    entry.writeUInt32LE(name.length, 16);
    entry.writeUInt32LE(names[at].isDirectory() ? 4 : 8, 20);
    name.copy(entry, 24);
    chunks.push(entry);
    length += padded;
  }
  return Buffer.concat(chunks);
}

function setAttributes(path, body) {
  const valid = body.readUInt32LE(0);
  if (valid & 1) chmodSync(onDisk(path), body.readUInt32LE(68) & 0o7777);
  if (valid & 8) {
    const size = Number(body.readBigUInt64LE(16));
    if (valid & 64) ftruncateSync(Number(body.readBigUInt64LE(8)), size);
    else truncateSync(onDisk(path), size);
  }
  if (valid & 0b1_1011_0000) {
    const time = (seconds, ns) =>
      Number(body.readBigUInt64LE(seconds)) + body.readUInt32LE(ns) / 1e9;
    const { atimeMs, mtimeMs } = statSync(onDisk(path));
    const now = Date.now() / 1_000;
    const accessed = valid & 128 ? now : valid & 16 ? time(32, 56) : atimeMs / 1_000;
    const modified = valid & 256 ? now : valid & 32 ? time(40, 60) : mtimeMs / 1_000;
    utimesSync(onDisk(path), accessed, modified);
  }
  return attributesReply(path);
}

function attributesReply(path) {
  return Buffer.concat([Buffer.alloc(16), attributesOf(path)]);
}

const EMPTY = Buffer.alloc(0);
const ACCESS_FLAGS = constants.O_RDONLY | constants.O_WRONLY | constants.O_RDWR;

/** Returns the body of the response to a request. Errors of node:fs that it throws become the response. */
function answer(operation, path, body) {
  const child = (at = 0) => `${path}/${text(body.subarray(at))}`;
  switch (operation) {
    case 'INIT': {
      const out = Buffer.alloc(64);
      out.writeUInt32LE(7, 0);
      out.writeUInt32LE(31, 4);
      out.writeUInt32LE(body.readUInt32LE(8), 8);
      const flags = lockError === '' ? MAX_PAGES_FLAG : MAX_PAGES_FLAG | POSIX_LOCKS_FLAG;
      out.writeUInt32LE(flags & body.readUInt32LE(12), 12);
      out.writeUInt16LE(64, 16);
      out.writeUInt16LE(48, 18);
      out.writeUInt32LE(MAX_WRITTEN, 20);
      out.writeUInt32LE(1, 24);
      out.writeUInt16LE(PAGES, 28);
      return out;
    }
    case 'LOOKUP':
      return entryOf(child());
    case 'GETATTR':
      return attributesReply(path);
    case 'SETATTR':
      return setAttributes(path, body);
    case 'READLINK':
      return Buffer.from(readlinkSync(onDisk(path)));
    case 'SYMLINK': {
      const name = text(body);
      symlinkSync(text(body.subarray(Buffer.byteLength(name) + 1)), onDisk(`${path}/${name}`));
      return entryOf(`${path}/${name}`);
    }
    case 'MKDIR':
      mkdirSync(onDisk(child(8)), body.readUInt32LE(0) & 0o7777);
      return entryOf(child(8));
    case 'UNLINK':
      unlinkSync(onDisk(child()));
      forgetPath(child());
      return EMPTY;
    case 'RMDIR':
      rmdirSync(onDisk(child()));
      forgetPath(child());
      return EMPTY;
    case 'RENAME':
    case 'RENAME2': {
      const names = body.subarray(operation === 'RENAME' ? 8 : 16);
      const from = text(names);
      const to = text(names.subarray(Buffer.byteLength(from) + 1));
      const target = `${pathOf(body.readBigUInt64LE(0))}/${to}`;
      renameSync(onDisk(`${path}/${from}`), onDisk(target));
      movePath(`${path}/${from}`, target);
      return EMPTY;
    }
    case 'LINK': {
      const target = child(8);
      linkSync(onDisk(pathOf(body.readBigUInt64LE(0))), onDisk(target));
      return entryOf(target);
    }
    case 'OPEN':
      return openedFile(openSync(onDisk(path), body.readUInt32LE(0) & ACCESS_FLAGS));
    case 'CREATE': {
      const flags = constants.O_RDWR | constants.O_CREAT | constants.O_EXCL;
      const handle = openSync(onDisk(child(16)), flags, body.readUInt32LE(4) & 0o7777);
      return Buffer.concat([entryOf(child(16)), openedFile(handle)]);
    }
    case 'READ': {
      const bytes = Buffer.alloc(body.readUInt32LE(16));
      const position = Number(body.readBigUInt64LE(8));
      const handle = Number(body.readBigUInt64LE(0));
      return bytes.subarray(0, readSync(handle, bytes, 0, bytes.length, position));
    }
    case 'WRITE': {
      const size = body.readUInt32LE(16);
      const bytes = body.subarray(40, 40 + size);
      const position = Number(body.readBigUInt64LE(8));
      const out = Buffer.alloc(8);
      out.writeUInt32LE(writeSync(Number(body.readBigUInt64LE(0)), bytes, 0, size, position), 0);
      return out;
    }
    case 'STATFS': {
      const { bsize, blocks, bfree, bavail, files, ffree } = statfsSync(onDisk(path));
      const out = Buffer.alloc(80);
      for (const [at, value] of [blocks, bfree, bavail, files, ffree].entries()) {
        out.writeBigUInt64LE(BigInt(value), at * 8);
      }
      for (const [at, value] of [bsize, 255, bsize].entries())
        out.writeUInt32LE(value, 40 + at * 4);
      return out;
    }
    case 'RELEASE':
      closeFile(Number(body.readBigUInt64LE(0)));
      return EMPTY;
    case 'FSYNC':
      fsyncSync(Number(body.readBigUInt64LE(0)));
      return EMPTY;
    case 'FLUSH':
    case 'FSYNCDIR':
      return EMPTY;
    case 'GETLK':
    case 'SETLK':
    case 'SETLKW':
      throw Object.assign(new Error('locks are refused'), {
        errno: -osConstants.errno[lockError],
      });
    case 'OPENDIR': {
      const handle = ++lastListing;
      listings.set(handle, readdirSync(onDisk(path), { withFileTypes: true }));
      return opened(handle, 0);
    }
    case 'READDIR':
      return readDirectory(body.readBigUInt64LE(0), body.readBigUInt64LE(8), body.readUInt32LE(16));
    case 'RELEASEDIR':
      listings.delete(body.readBigUInt64LE(0));
      return EMPTY;
    default:
      throw Object.assign(new Error('not implemented'), { errno: -ENOSYS });
  }
}

function handle({ operation, node, unique, body }) {
  let error = 0;
  let reply = EMPTY;
  try {
    if (isMeant(failing, { operation, node, body })) throw new Error('told to fail');
    reply = answer(operation, pathOf(node), body);
  } catch (cause) {
    error = typeof cause.errno === 'number' ? cause.errno : -EIO;
  }
  if (SILENT.has(operation)) return;
  const head = Buffer.alloc(OUT_HEADER);
  head.writeUInt32LE(OUT_HEADER + reply.length, 0);
  head.writeInt32LE(error, 4);
  head.writeBigUInt64LE(unique, 8);
  try {
    writeSync(DEVICE, Buffer.concat([head, reply]));
  } catch {
    // The caller was killed before the response.
  }
}

/** Returns the path that a request refers to. For lookups and similar requests, it is that of the name in the folder. */
function subjectOf({ operation, node, body }) {
  const path = pathOf(node);
  const nameAt = { LOOKUP: 0, UNLINK: 0, RMDIR: 0, CREATE: 16, MKDIR: 8 }[operation];
  return nameAt === undefined ? path : `${path}/${text(body.subarray(nameAt))}`;
}

function isMeant(order, request) {
  return (
    order !== undefined &&
    !SILENT.has(request.operation) &&
    (order.operations === undefined || order.operations.includes(request.operation)) &&
    subjectOf(request).includes(order.path)
  );
}

function receive(bytes) {
  const request = {
    operation: OPERATIONS[bytes.readUInt32LE(4)] ?? 'UNKNOWN',
    unique: bytes.readBigUInt64LE(8),
    node: bytes.readBigUInt64LE(16),
    body: Buffer.from(bytes.subarray(IN_HEADER, bytes.readUInt32LE(0))),
  };
  const { operation } = request;
  if (isMeant(hanging, request)) {
    held.push(request);
    process.send?.({ held: held.length, operation });
    return;
  }
  handle(request);
}

function serve() {
  const buffer = Buffer.alloc(BUFFER_BYTES);
  read(DEVICE, buffer, 0, buffer.length, null, (error, length) => {
    // ENOENT: the request was interrupted. ENODEV: the file system is unmounted.
    if (error && !['ENOENT', 'EINTR', 'EAGAIN'].includes(error.code)) process.exit(0);
    if (!error) receive(buffer.subarray(0, length));
    serve();
  });
}

process.on('message', ({ hang, fail, release }) => {
  if (fail !== undefined) failing = fail;
  if (hang !== undefined) hanging = hang;
  if (release === true) {
    hanging = undefined;
    failing = undefined;
    for (const request of held.splice(0)) handle(request);
  }
  process.send?.({ done: true, held: held.length });
});
process.on('disconnect', () => process.exit(0));
serve();
