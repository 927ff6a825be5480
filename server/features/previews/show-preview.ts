import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PreviewSize } from '#contract/previews.ts';
import { nameOf, type TreePath } from '#contract/paths.ts';
import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../errors.ts';
import { disconnectSignal } from '../../http/disconnect-signal.ts';
import { evaluateConditions, lastModifiedMs } from '../../http/conditions.ts';
import { inlineType } from '../../http/content-headers.ts';
import { isFlagSet } from '../../http/request.ts';
import { sendFile } from '../../http/send-file.ts';
import { shownNameOf } from '../../http/visitors.ts';
import { MEDIA_TYPES, type PictureHeader } from '../../images/picture.ts';
import { headerOf, readerOf } from '../../images/picture-file.ts';
import { planPreview } from '../../images/preview-plan.ts';
import { previewKey, type Previews } from '../../images/previews.ts';
import type { FileContents } from '../../storage/driver.ts';
import { authorizeEntry } from '../../tree/authorize.ts';
import { readFile, type ReadableFile } from '../../tree/read-file.ts';
import type { Tree } from '../../tree/tree.ts';
import { extensionOf, mediaClassOf } from '../../file-types/extensions.ts';
import { sniffMedia, SNIFFED_BYTES } from '../../file-types/sniff.ts';

export interface AskedPreview {
  readonly tree: Tree;
  readonly previews: Previews;
  readonly actor: Actor;
  /** Path of a file, for which the permission to download is checked. */
  readonly path: TreePath;
  readonly size: PreviewSize;
  /** True if the operator has disabled previews, so that originals are sent. */
  readonly isSwitchedOff: boolean;
}

/**
 * Sends a preview of a file. Authorizes each request again; finds existing previews by the identity of the file;
 * renders nothing that the browser has cached already.
 */
export async function showPreview(
  request: FastifyRequest,
  reply: FastifyReply,
  asked: AskedPreview,
): Promise<FastifyReply> {
  const { tree, previews, actor, path, size } = asked;
  const disconnected = disconnectSignal(reply);
  const { stat, symlink, resolvedPath } = await authorizeEntry(tree, actor, 'download', path);
  if (stat.kind !== 'file' || !mayBeShown(path)) throw noPicture();
  const modifiedNs =
    symlink && symlink.modifiedNs > stat.modifiedNs ? symlink.modifiedNs : stat.modifiedNs;
  const shown: Shown = {
    request,
    reply,
    name: shownNameOf(request, path),
    modifiedNs,
    isUnrecorded: size !== 'big',
  };

  if (!asked.isSwitchedOff) {
    const key = previewKey(stat, size);
    const etag = etagOf(key);
    const verdict = evaluateConditions(request.headers, etag, lastModifiedMs({ modifiedNs }));
    if (verdict !== 'send') return sendBytes(shown, etag, NOTHING);
    const finished = await previews.find(key);
    if (finished !== undefined) return sendBytes(shown, etag, finished);
  }
  const file = await readFile(tree, actor, path, { wholeUpTo: 0 });
  if (file === undefined) throw noPicture();
  const subject = await closedOnFailure(file.contents, () => subjectOf(file, asked));
  if (subject.kind === 'itself') return sendOriginal(shown, file, subject.type);
  const etag = etagOf(previewKey(file.contents.stat, size));
  const preview = await previews.make({ ...subject, path: resolvedPath }, size, {
    account: actor.account,
    signal: disconnected,
  });
  return sendBytes(shown, etag, preview);
}

/** Body of a reply whose conditions decide against sending the preview, such as 304. */
const NOTHING = { bytes: new Uint8Array(), type: 'image/jpeg' };

/** Returns false for a file that cannot have a preview by its name. Others have to be examined. */
function mayBeShown(path: TreePath): boolean {
  const known = mediaClassOf(extensionOf(nameOf(path)));
  return known === undefined || known === 'image' || known === 'video';
}

/** The image of which the preview is made. `itself`: the file is sent as it is, with this media type. */
type Subject =
  | { readonly kind: 'itself'; readonly type: string }
  | { readonly kind: 'video'; readonly contents: FileContents }
  | { readonly kind: 'picture'; readonly contents: FileContents; readonly header: PictureHeader };

async function subjectOf(
  { name, contents }: ReadableFile,
  { size, isSwitchedOff }: AskedPreview,
): Promise<Subject> {
  const extension = extensionOf(name);
  const media = mediaClassOf(extension) ?? (await sniffedClass(contents));
  if (media === 'video' && !isSwitchedOff) return { kind: 'video', contents };
  if (media !== 'image') throw noPicture();
  const header = await headerOf(contents);
  if (isSwitchedOff) {
    const sniffed = { type: undefined, isText: false };
    return {
      kind: 'itself',
      type: header ? MEDIA_TYPES[header.format] : inlineType(extension, sniffed),
    };
  }
  if (header === undefined) throw noPicture();
  const plan = planPreview(header, size, contents.stat.size);
  if (plan === 'itself') return { kind: 'itself', type: MEDIA_TYPES[header.format] };
  return { kind: 'picture', contents, header };
}

async function sniffedClass(contents: FileContents) {
  return sniffMedia(await readerOf(contents)(0, SNIFFED_BYTES));
}

/** The reply, and how the file or its preview is sent in it. */
interface Shown {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly name: string;
  readonly modifiedNs: bigint;
  readonly isUnrecorded: boolean;
}

function sendOriginal(
  { request, reply, name, modifiedNs, isUnrecorded }: Shown,
  { contents }: ReadableFile,
  type: string,
): Promise<FastifyReply> {
  const isInline = isFlagSet(request, 'inline');
  return sendFile(request, reply, {
    contents,
    name,
    modifiedNs,
    inlineType: isInline ? type : undefined,
    isUnrecorded,
  });
}

function sendBytes(
  { request, reply, name, modifiedNs, isUnrecorded }: Shown,
  etag: string,
  { bytes, type }: { readonly bytes: Uint8Array; readonly type: string },
): Promise<FastifyReply> {
  const stat = {
    kind: 'file',
    size: bytes.length,
    modifiedNs,
    mode: 0,
    identity: etag,
    fingerprint: etag,
  } as const;
  return sendFile(request, reply, {
    contents: { kind: 'whole', stat, bytes },
    name,
    modifiedNs,
    inlineType: isFlagSet(request, 'inline') ? type : undefined,
    etag,
    isUnrecorded,
  });
}

function etagOf(key: string): string {
  return `"${key}"`;
}

async function closedOnFailure<Result>(
  contents: FileContents,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (contents.kind === 'open') await contents.file.close();
    throw error;
  }
}

function noPicture(): AppError {
  return new AppError('unsupported-type', 'not a picture');
}
