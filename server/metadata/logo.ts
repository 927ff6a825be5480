import { LOGO_TYPES } from '#contract/logo.ts';
import { z } from 'zod';
import type { Reader, Writer } from './database.ts';
import { deleteDocument, readDocument, writeDocument } from './setting-rows.ts';

const LogoFacts = z.object({
  type: z.enum(LOGO_TYPES),
  /** Time of the upload. Unix milliseconds. */
  at: z.int(),
});
/** The uploaded logo without its contents. */
export type LogoFacts = Readonly<z.infer<typeof LogoFacts>>;

export interface StoredLogo extends LogoFacts {
  readonly bytes: Buffer;
}

/** Returns the facts of the logo; undefined if none was uploaded. */
export async function readLogoFacts(db: Reader): Promise<LogoFacts | undefined> {
  const stored = await readDocument(db, 'logo');
  return stored === undefined ? undefined : LogoFacts.parse(stored);
}

/** Returns the logo; undefined if none was uploaded. */
export async function readLogo(db: Reader): Promise<StoredLogo | undefined> {
  const facts = await readLogoFacts(db);
  const contents = await readDocument(db, 'logoContents');
  if (facts === undefined || contents === undefined) return undefined;
  return { ...facts, bytes: Buffer.from(z.base64().parse(contents), 'base64') };
}

export async function writeLogo(tx: Writer, { bytes, ...facts }: StoredLogo): Promise<void> {
  await writeDocument(tx, 'logo', facts);
  await writeDocument(tx, 'logoContents', bytes.toString('base64'));
}

/** Removes the logo. Returns false if there was none. */
export async function removeLogo(tx: Writer): Promise<boolean> {
  await deleteDocument(tx, 'logoContents');
  return deleteDocument(tx, 'logo');
}
