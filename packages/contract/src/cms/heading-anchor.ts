/** By what links reach a heading; an anchor has no spaces. Empty for none. */
export function headingAnchor(id: string): string {
  return id.trim().replace(/\s+/g, '-')
}
