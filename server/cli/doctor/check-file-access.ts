import type { Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseText } from '../../config/config-file.ts';
import { ALL_SETTINGS, settingNamed } from '../../config/settings.ts';
import { bad, type Finding, ok, warn } from './finding.ts';

const OTHERS_READ = 0o004;
const OTHERS_WRITE = 0o002;
const STICKY = 0o1000;
const COMPANIONS = ['-wal', '-shm'];

/**
 * Checks who owns the files of the database and who can read them. The database contains password hashes, the
 * addresses of shares and the signing key.
 */
export async function checkDatabaseFiles(file: string): Promise<Finding[]> {
  const about = 'database file';
  const facts = await factsOf(file);
  if (facts === undefined) return [];
  const findings = [
    ...(await ownerFindings(file, facts)),
    ...(await folderFindings(dirname(file))),
  ];
  if ((facts.mode & (OTHERS_READ | OTHERS_WRITE)) !== 0) {
    const seen = `every user of this machine can access ${file} (mode ${modeText(facts)})`;
    return [bad(about, seen, `chmod 0640 ${file}`), ...findings];
  }
  if (findings.length > 0) return findings;
  return [ok(about, `mode ${modeText(facts)}, user ${facts.uid}`)];
}

/** Reports files that the server may not write, because a command run by root has created them. */
async function ownerFindings(file: string, facts: Stats): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const companion of COMPANIONS.map((ending) => file + ending)) {
    const other = await factsOf(companion);
    if (other === undefined || other.uid === facts.uid) continue;
    const seen = `${companion} belongs to user ${other.uid}, the database to ${facts.uid}`;
    findings.push(bad('database file', seen, `chown ${facts.uid}:${facts.gid} ${companion}`));
  }
  const own = process.geteuid?.();
  if (own === undefined || own === 0 || own === facts.uid) return findings;
  const seen = `${file} belongs to user ${facts.uid}, but this command runs as user ${own}`;
  return [...findings, warn('database file', seen, "run this as the server's user")];
}

/** Reports a folder in which every user of the machine may replace files. */
async function folderFindings(folder: string): Promise<Finding[]> {
  const facts = await factsOf(folder);
  if (facts === undefined || (facts.mode & OTHERS_WRITE) === 0 || (facts.mode & STICKY) !== 0) {
    return [];
  }
  const seen = `every user of this machine can replace files in ${folder} (mode ${modeText(facts)})`;
  return [bad('database file', seen, `chmod o-w ${folder}`)];
}

/** Reports a world-readable configuration file if it contains secrets. */
export async function checkConfigFile(file: string): Promise<Finding> {
  const about = 'configuration file';
  const facts = await factsOf(file);
  if (facts === undefined || (facts.mode & OTHERS_READ) === 0) return ok(about, file);
  const secrets = await secretsIn(file);
  if (secrets.length === 0) return ok(about, `${file}, without secrets`);
  const seen = `every user of this machine can read ${secrets.join(' and ')} in ${file}`;
  return bad(about, seen, `chmod 0640 ${file}`);
}

async function secretsIn(file: string): Promise<string[]> {
  const content = await parseText(file, await readFile(file, 'utf8'));
  if (content === null || typeof content !== 'object') return [];
  return Object.entries(content).flatMap(([key, value]) => {
    const setting = settingNamed(key);
    const isSecret = ALL_SETTINGS.some(({ name, secret }) => name === setting?.name && secret);
    // `database` is secret only if it is an address with a password.
    const isPath = setting?.name === 'database' && !/^\w+:\/\/[^/]*:[^/]*@/.test(String(value));
    return isSecret && !isPath ? [key] : [];
  });
}

/** Reports a world-readable TLS key. */
export async function checkKeyFile(file: string): Promise<Finding[]> {
  const facts = await factsOf(file);
  if (facts === undefined || (facts.mode & OTHERS_READ) === 0) return [];
  const seen = `every user of this machine can read the key ${file} (mode ${modeText(facts)})`;
  return [bad('TLS', seen, `chmod 0600 ${file}`)];
}

async function factsOf(path: string): Promise<Stats | undefined> {
  return stat(path).catch(() => undefined);
}

function modeText({ mode }: Stats): string {
  return (mode & 0o7777).toString(8).padStart(4, '0');
}
