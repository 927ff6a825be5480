/** Returns the keys whose values differ between two records, one level into nested records: `perm.share`. Returns no values. */
export function differingKeys(before: object, after: object, prefix = ''): string[] {
  const [was, is] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key) => {
    const [one, other]: unknown[] = [was.get(key), is.get(key)];
    if (JSON.stringify(one) === JSON.stringify(other)) return [];
    const isNested = prefix === '' && isRecord(one) && isRecord(other);
    return isNested ? differingKeys(one, other, `${key}.`) : [`${prefix}${key}`];
  });
}

function isRecord(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
