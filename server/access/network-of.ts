/** Who has one IPv6 address has 2^64 of them: the first four groups stand for all. Zeros may be left out. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [beforeZeros = ''] = address.split('::', 1);
  return beforeZeros.split(':', 4).join(':');
}
