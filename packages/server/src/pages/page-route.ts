import { pageTable } from '@lantern/contract/page-access-table.ts'

const patterns = Object.keys(pageTable).map((pattern) => ({
  pattern,
  path: new RegExp(`^${pattern.replace(/:\w+/g, '[^/]+').replace('*', '.*')}$`),
}))

const known = new Map<string, string>()
const mostKnown = 2_000

/** The pattern of a page by its path: in figures and logs every lesson is the same page, and nobody's name is said. */
export function routeOfPage(path: string): string {
  const remembered = known.get(path)
  if (remembered !== undefined) return remembered
  const pattern = patterns.find((one) => one.path.test(path))?.pattern ?? '/*'
  if (known.size >= mostKnown) known.clear()
  known.set(path, pattern)
  return pattern
}
