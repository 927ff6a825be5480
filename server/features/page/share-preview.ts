/**
 * Control characters, invisible spaces, and marks that change the direction of text: in the title of a link preview,
 * the latter would let `exe.gpj` look like an image.
 */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]+/gu;
/** Joins emoji, and separates letters in some scripts. */
const HARMLESS = /^[\u200c\u200d]$/;
const MAX_CHARACTERS = 200;

/** Returns a name that is safe in a line of text of another program. */
function plainName(name: string): string {
  const plain = name.replace(UNSEEN, (mark) => (HARMLESS.test(mark) ? mark : '\ufffd')).trim();
  const characters = [...plain];
  return characters.length <= MAX_CHARACTERS
    ? plain
    : `${characters.slice(0, MAX_CHARACTERS).join('')}…`;
}

export interface SharePreview {
  readonly title: string;
  readonly properties: Readonly<Record<string, string>>;
}

/** Returns title and properties of a share page. Without a description they contain only the product name. */
export function sharePreviewOf(share: ShareDescription | undefined, product: string): SharePreview {
  const always = { 'og:type': 'website', 'og:site_name': product };
  if (share === undefined)
    return { title: product, properties: { ...always, 'og:title': product } };
  const name = plainName(share.name);
  const description = describe(share);
  return {
    title: name === '' ? product : `${name} – ${product}`,
    properties: {
      description,
      ...always,
      'og:title': name === '' ? product : name,
      'og:description': description,
    },
  };
}

function describe({ isFolder, size }: ShareDescription): string {
  if (isFolder) return 'A folder';
  return size === undefined ? 'A file' : `A file of ${sizeText(size)}`;
}

const UNITS = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB'] as const;

/** Formats a size in binary units with two decimals, as on the page. */
function sizeText(bytes: number): string {
  const step = UNITS.findIndex((_, power) => bytes < 1023.995 * 1024 ** power || power === 6);
  const value = (bytes / 1024 ** step).toFixed(step === 0 ? 0 : 2);
  return `${value} ${UNITS[step] ?? 'B'}`;
}

/** Facts about a shared item for link previews in other programs, which anyone with the address can request. */
export interface ShareDescription {
  readonly name: string;
  readonly isFolder: boolean;
  /** Size of a file in bytes. */
  readonly size?: number | undefined;
}

/**
 * Returns undefined for a share that is unknown, has expired or lacks its item, and for every share with a password.
 * `address` is the client address.
 */
export type DescribeShare = (
  hash: string,
  address: string,
) => Promise<ShareDescription | undefined>;
