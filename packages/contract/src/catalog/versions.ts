/** Engine versions an item holds for. `withAll`: every version. */
export interface UnityVersionRange {
  minVersionId: string | null
  maxVersionId: string | null
  withAll: boolean
}

/** Whether an item holds for a version; `order` lists all version ids from old to new. */
export function isVersionInRange(range: UnityVersionRange, versionId: string, order: readonly string[]): boolean {
  const at = order.indexOf(versionId)
  if (at < 0) return false
  if (range.withAll) return true
  const from = range.minVersionId === null ? 0 : order.indexOf(range.minVersionId)
  const to = range.maxVersionId === null ? order.length - 1 : order.indexOf(range.maxVersionId)
  return from <= at && at <= to
}

/** A range is valid when both ends are known and the lower one is not newer than the upper one. */
export function isValidRange(range: UnityVersionRange, order: readonly string[]): boolean {
  if (range.withAll) return true
  const from = range.minVersionId === null ? 0 : order.indexOf(range.minVersionId)
  const to = range.maxVersionId === null ? order.length - 1 : order.indexOf(range.maxVersionId)
  return from >= 0 && to >= 0 && from <= to && !(range.minVersionId === null && range.maxVersionId === null)
}

/**
 * The `uv` of a link to the item: the version the visitor reads with when the item holds for it, else the newest the
 * item holds for; none when the item does not depend on the version and the visitor has not chosen one.
 */
export function linkVersion(range: UnityVersionRange, wanted: string | null, order: readonly string[]): string | null {
  if (wanted !== null && isVersionInRange(range, wanted, order)) return wanted
  return range.withAll ? null : (range.maxVersionId ?? order.at(-1) ?? null)
}
