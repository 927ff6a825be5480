import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './engines.ts';

/** A certificate and its private key in PEM. */
export interface Certificate {
  readonly cert: string;
  readonly key: string;
}

/** A certificate authority of a test, as an operator has one for machines of his own. */
export interface Authority {
  /** Absolute path of its certificate. */
  readonly file: string;
  /** Issues a certificate for an address, such as `IP:127.0.0.1` or `DNS:db.example.org`. */
  issue(address: string): Certificate;
}

const NEW_KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Writes a certificate for `localhost` that is its own authority, and its private key, into a folder. It is valid for 30 days. */
export function writeSelfSigned(folder: string, cert: string, key: string): void {
  const files = ['-subj', '/CN=localhost', '-days', '30', '-out', cert, '-keyout', key];
  runOpenssl(folder, ['req', '-x509', ...NEW_KEY, ...files]);
}

/** Creates an authority with `openssl`, in a folder that is removed after the test. */
export function createAuthority(): Authority {
  const folder = temporaryFolder();
  const own = ['-subj', '/CN=authority', '-out', 'ca.pem', '-keyout', 'ca-key.pem'];
  runOpenssl(folder, ['req', '-x509', ...NEW_KEY, ...own]);
  return {
    file: join(folder, 'ca.pem'),
    issue(address) {
      writeFileSync(join(folder, 'extensions'), `subjectAltName=${address}\n`);
      const request = ['-subj', '/CN=server', '-out', 'request.pem', '-keyout', 'key.pem'];
      runOpenssl(folder, ['req', ...NEW_KEY, ...request]);
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial'];
      const files = ['-in', 'request.pem', '-extfile', 'extensions', '-out', 'cert.pem'];
      runOpenssl(folder, ['x509', '-req', ...signing, ...files]);
      const read = (name: string) => readFileSync(join(folder, name), 'utf8');
      return { cert: read('cert.pem'), key: read('key.pem') };
    },
  };
}

function runOpenssl(folder: string, args: readonly string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
}
