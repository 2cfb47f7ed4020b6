import type { Method } from './endpoint.ts'

// The campus variant of addresses and of calls: the one place that says how they differ from the site's own.

/** The path of the same page, of the campus where `campus` is true. */
export function pathIn(path: string, campus: boolean): string {
  return campus ? `/campus${path}` : path
}

export function isCampusPath(path: string): boolean {
  return path.startsWith('/campus/')
}

type LearnRoute = `${Method} /api/learn/cn/${string}`
type CampusRoute<R extends LearnRoute> = R extends `${infer M extends Method} /api/learn/cn/${infer Rest}`
  ? `${M} /api/campus/${Rest}`
  : never

/** The route of the same call, of the campus where `campus` is true. */
export function routeIn<const R extends LearnRoute>(route: R, campus: boolean): R | CampusRoute<R> {
  // the type spells what the replacement does
  return campus ? (route.replace('/api/learn/cn/', '/api/campus/') as CampusRoute<R>) : route
}
