import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkCertificate } from './check-certificate.ts';

const DAY_MS = 86_400_000;
let folder = '';
let madeMs = 0;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'filebrowser-certificate-'));
  makePair('cert.pem', 'key.pem');
  // What the certificate says, not the clock: a second may have begun while it was made.
  madeMs = Date.parse(new X509Certificate(readFileSync(join(folder, 'cert.pem'))).validFrom);
  makePair('other.pem', 'other-key.pem');
  writeFileSync(join(folder, 'bad.pem'), 'no');
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Good for thirty days. */
function makePair(cert: string, key: string): void {
  const words = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 30';
  const files = ['-subj', '/CN=localhost', '-out', cert, '-keyout', key];
  execFileSync('openssl', [...words.split(' '), ...files], { cwd: folder, stdio: 'ignore' });
}

test.each([
  ['cert.pem', 'key.pem', 0, 'ok', 'belong together'],
  ['cert.pem', 'key.pem', 20, 'warn', 'ends on'],
  ['cert.pem', 'key.pem', 31, 'bad', 'has ended on'],
  ['cert.pem', 'key.pem', -2, 'bad', 'is not good before'],
  ['cert.pem', 'other-key.pem', 0, 'bad', 'is not the key of'],
  ['none.pem', 'key.pem', 0, 'bad', 'cannot be read (ENOENT)'],
  ['bad.pem', 'key.pem', 0, 'bad', 'cannot be understood'],
  ['cert.pem', 'bad.pem', 0, 'bad', 'cannot be understood'],
])('%s with %s after %i days is told', async (cert, key, days, verdict, seen) => {
  const files = { cert: join(folder, cert), key: join(folder, key) };
  const finding = await checkCertificate(files, madeMs + days * DAY_MS);
  expect(finding.verdict).toBe(verdict);
  expect(finding.seen).toContain(seen);
});
