const NOT_TRUSTED = 'its certificate is not trusted';

/** Why the certificate of a server is refused, by the code of the error that Node gives. */
const PROBLEMS: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
  SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
  CERT_HAS_EXPIRED: 'its certificate has expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
};

/**
 * Returns what is wrong with the certificate of a server, as part of a sentence. `hint` follows where its authority is unknown. Undefined for
 * other errors.
 */
export function certificateProblem(code: string, hint: string): string | undefined {
  const problem = PROBLEMS[code];
  return problem === NOT_TRUSTED ? `${problem}${hint}` : problem;
}
