import { AppError } from '../../../errors.ts';
import { certificateProblem } from '../../../lib/certificate-problem.ts';

/** Error codes of a store for objects and uploads that do not exist. */
const MISSING: ReadonlySet<string> = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload']);

/** Mistakes that an operator has to correct, by the code of the store or the name of the error. */
const MISTAKES: Readonly<Record<string, string>> = {
  NoSuchBucket: 'the bucket does not exist',
  InvalidBucketName: 'this is not a name of a bucket',
  PermanentRedirect: 'the bucket is in another region, or at another endpoint',
  AuthorizationHeaderMalformed: 'the bucket is in another region',
  IllegalLocationConstraintException: 'the bucket is in another region',
  InvalidAccessKeyId: 'the store does not know the access key',
  SignatureDoesNotMatch: 'the secret access key is wrong',
  InvalidToken: 'the session token is wrong',
  ExpiredToken: 'the session token has expired',
  AccessDenied: 'the credentials do not give access to the bucket',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  CredentialsProviderError: 'no credentials were found',
};

/** Failures of the network, by the code of the error. */
const UNREACHABLE: Readonly<Record<string, string>> = {
  ENOTFOUND: 'its name cannot be resolved',
  EAI_AGAIN: 'its name cannot be resolved',
  ECONNREFUSED: 'it refuses connections',
  ECONNRESET: 'it has cut the connection',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
};

/** The failure of a request to object storage. */
export class BucketError extends AppError {
  /** Set if an operator has to correct the configuration. Waiting helps with other failures. */
  readonly mistake: string | undefined;

  constructor(
    message: string,
    { cause, mistake }: { cause: unknown; mistake?: string | undefined },
  ) {
    super('not-answering', message, { refusal: { code: 'disk-unavailable' } });
    // The error of the library may contain addresses and keys, so it is no property that a log prints.
    Object.defineProperty(this, 'cause', { value: cause, enumerable: false });
    this.mistake = mistake;
  }
}

/** Returns whether the store has answered that the object or upload does not exist. */
export function isMissing(error: unknown): boolean {
  return MISSING.has(nameOf(error));
}

/** Returns the AppError for a failed request, with a sentence that contains no address and no credentials. */
export function bucketFailure(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const name = nameOf(error);
  const mistake =
    MISTAKES[name] ?? (isRegionMissing(error) ? 'no region is configured' : undefined);
  if (mistake !== undefined) {
    return new BucketError(`the object storage cannot be used: ${mistake}`, {
      cause: error,
      mistake,
    });
  }
  const code = codeOf(error);
  const certificate = certificateProblem(code, ' (see NODE_EXTRA_CA_CERTS)');
  const reason = UNREACHABLE[code] ?? certificate ?? reasonOf(error);
  return new BucketError(`the object storage does not answer: ${reason}`, { cause: error });
}

function reasonOf(error: unknown): string {
  const name = nameOf(error);
  if (name === 'TimeoutError') return 'it takes too long';
  const status = statusOf(error);
  if (status === 403) return 'it refuses access';
  return status === undefined ? 'the request failed' : `status ${status}`;
}

function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  if ('Code' in error && typeof error.Code === 'string') return error.Code;
  return error.name;
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error) || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

function isRegionMissing(error: unknown): boolean {
  return error instanceof Error && error.message === 'Region is missing';
}

function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('$metadata' in error)) return undefined;
  const { $metadata: metadata } = error;
  if (typeof metadata !== 'object' || metadata === null) return undefined;
  const status = 'httpStatusCode' in metadata ? metadata.httpStatusCode : undefined;
  return typeof status === 'number' ? status : undefined;
}
