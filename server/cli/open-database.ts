import { open } from 'node:fs/promises';
import type { DatabaseConfig } from '../config/config.ts';
import { StartupError } from '../lib/startup-error.ts';
import { type Database, openDatabase } from '../metadata/database.ts';

/** The magic number of a bbolt file stands behind a page header of 16 bytes (WIRE.md 9.5). */
const BBOLT_MAGIC = 0xed0cdaed;
const MAGIC_AT = 16;

/** Opens the database; the predecessor's is left alone, and the way over is told. */
export async function openOurDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'sqlite' && (await isBbolt(config.file))) {
    throw new StartupError(
      `the database ${config.file} was made by File Browser v2; write it out with that version ` +
        '(config export config.json, users export users.json), name a new --database here, and ' +
        'read it in (config import config.json, users import users.json)',
    );
  }
  return openDatabase(config);
}

async function isBbolt(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch(() => undefined);
  if (handle === undefined) return false; // opening it in earnest tells the reason
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(4), 0, 4, MAGIC_AT);
    return bytesRead === 4 && buffer.readUInt32LE() === BBOLT_MAGIC;
  } catch {
    return false;
  } finally {
    await handle.close();
  }
}
