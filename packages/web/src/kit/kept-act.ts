const key = 'lantern_act'

/** Signing in takes a minute; a visitor who comes back much later has something else in mind. */
const longestMs = 30 * 60_000

interface KeptAct {
  /** What is to be done to what: `start ltu_1`. */
  name: string
  /** What else the act has to know, as the step that was ticked. */
  detail: string
  /** The page that does it. */
  path: string
  at: number
}

/** Keeps what a guest wanted to do in this tab while they sign in. The newest counts. */
export function keepAct(name: string, detail: string): void {
  try {
    sessionStorage.setItem(
      key,
      JSON.stringify({ name, detail, path: window.location.pathname, at: Date.now() } satisfies KeptAct),
    )
  } catch {
    // a browser without storage only asks for a second press
  }
}

/** The detail of the kept act of this name, once; null when there is none. */
export function takeAct(name: string): string | null {
  const kept = readAct()
  if (kept?.name !== name) return null
  forgetAct()
  return Date.now() - kept.at < longestMs ? kept.detail : null
}

export function forgetAct(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // nothing was kept either
  }
}

/** Another page than the one that would do the act was opened. */
export function forgetActOfOtherPage(path: string): void {
  if (readAct()?.path !== path) forgetAct()
}

function readAct(): KeptAct | null {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null')
    return isKeptAct(value) ? value : null
  } catch {
    return null
  }
}

function isKeptAct(value: unknown): value is KeptAct {
  if (typeof value !== 'object' || value === null) return false
  const { name, detail, path, at } = value as Partial<Record<keyof KeptAct, unknown>>
  return typeof name === 'string' && typeof detail === 'string' && typeof path === 'string' && typeof at === 'number'
}
