/** Whether two pieces of a form hold the same. Untouched parts are the same object, so this stays quick. */
export function sameContent(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false
  if (Array.isArray(one) || Array.isArray(other)) return sameList(one, other)
  const [left, right] = [one as Record<string, unknown>, other as Record<string, unknown>]
  for (const name in left) if (!sameContent(left[name], right[name])) return false
  for (const name in right) if (right[name] !== undefined && left[name] === undefined) return false
  return true
}

function sameList(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false
  return one.every((value, index) => sameContent(value, other[index]))
}
