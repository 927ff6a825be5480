import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { bad, type Finding, ok, warn } from './finding.ts';

const ABOUT = 'TLS';
const SOON_MS = 14 * 86_400_000;

/** Whether certificate and key belong together, and how long the certificate is good. */
export async function checkCertificate(
  files: { readonly cert: string; readonly key: string },
  nowMs: number,
): Promise<Finding> {
  const certificate = await read(files.cert, (pem) => new X509Certificate(pem));
  if (typeof certificate === 'string') {
    return bad(
      ABOUT,
      `${files.cert}: ${certificate}`,
      'name a certificate in PEM form with --cert',
    );
  }
  const key = await read(files.key, (pem) => createPrivateKey(pem));
  if (typeof key === 'string') {
    return bad(ABOUT, `${files.key}: ${key}`, 'name its private key in PEM form with --key');
  }
  if (!certificate.checkPrivateKey(key)) {
    const seen = `${files.key} is not the key of ${files.cert}`;
    return bad(ABOUT, seen, 'name the two that belong together with --cert and --key');
  }
  return datesOf(certificate, nowMs);
}

function datesOf({ validFrom, validTo }: X509Certificate, nowMs: number): Finding {
  const [from, to] = [Date.parse(validFrom), Date.parse(validTo)];
  const day = new Date(to).toISOString().slice(0, 10);
  const renew = 'renew it, and restart the server';
  if (nowMs < from) return bad(ABOUT, `the certificate is not good before ${validFrom}`, renew);
  if (nowMs > to) return bad(ABOUT, `the certificate has ended on ${day}`, renew);
  if (to - nowMs < SOON_MS) return warn(ABOUT, `the certificate ends on ${day}`, renew);
  return ok(ABOUT, `certificate and key belong together, good until ${day}`);
}

/** What the file holds, or why it holds none. */
async function read<T>(file: string, parse: (pem: Buffer) => T): Promise<T | string> {
  let pem: Buffer;
  try {
    pem = await readFile(file);
  } catch (error) {
    return `cannot be read (${(error as NodeJS.ErrnoException).code})`; // what node:fs throws
  }
  try {
    return parse(pem);
  } catch {
    return 'cannot be understood';
  }
}
