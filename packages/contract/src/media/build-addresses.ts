/**
 * Where the pages of builds are, on the origin of their own. An isolated build has threads and shared memory: browsers give
 * them to a page alone that promises to load nothing from elsewhere without leave.
 */
export const buildPaths = {
  plain: '/webgl/',
  isolated: '/webgl-isolated/',
  /** The isolated page in a window of its own, for browsers that isolate no frame by itself. */
  window: '/webgl-window/',
} as const

/** What the page of an isolated build tells the page around it, before anything of the build has run. */
export const isolationReport = 'lantern-build'

/** Whether a player is the page of a build, isolated or not. */
export function isBuildAddress(address: string): boolean {
  const path = URL.canParse(address) ? new URL(address).pathname : ''
  return path.startsWith(buildPaths.plain) || path.startsWith(buildPaths.isolated)
}

/** Where an isolated build can be opened in a window of its own; null for every other. */
export function buildWindowOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url?.pathname.startsWith(buildPaths.isolated)) return null
  return `${url.origin}${buildPaths.window}${url.pathname.slice(buildPaths.isolated.length)}`
}
