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

/** Creates an authority with `openssl`, in a folder that is removed after the test. */
export function createAuthority(): Authority {
  const folder = temporaryFolder();
  const openssl = (...words: string[]) =>
    void execFileSync('openssl', words, { cwd: folder, stdio: 'ignore' });
  openssl(
    'req',
    '-x509',
    ...NEW_KEY,
    '-subj',
    '/CN=authority',
    '-out',
    'ca.pem',
    '-keyout',
    'ca-key.pem',
  );
  return {
    file: join(folder, 'ca.pem'),
    issue(address) {
      writeFileSync(join(folder, 'extensions'), `subjectAltName=${address}\n`);
      openssl(
        'req',
        ...NEW_KEY,
        '-subj',
        '/CN=server',
        '-out',
        'request.pem',
        '-keyout',
        'key.pem',
      );
      const signing = ['-CA', 'ca.pem', '-CAkey', 'ca-key.pem', '-CAcreateserial'];
      openssl(
        'x509',
        '-req',
        '-in',
        'request.pem',
        ...signing,
        '-extfile',
        'extensions',
        '-out',
        'cert.pem',
      );
      const read = (name: string) => readFileSync(join(folder, name), 'utf8');
      return { cert: read('cert.pem'), key: read('key.pem') };
    },
  };
}
