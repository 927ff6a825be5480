/**
 * Returns the /64 network of an IPv6 address, because one client usually controls all of its addresses. Handles omitted
 * zeros.
 */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address;
  const [beforeZeros = ''] = address.split('::', 1);
  return beforeZeros.split(':', 4).join(':');
}
