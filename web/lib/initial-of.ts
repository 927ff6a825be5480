/** Returns the first letter of a name in upper case, with its accents; '' for an empty name. */
export function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? '';
}
