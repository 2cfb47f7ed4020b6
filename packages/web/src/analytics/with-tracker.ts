type Tracker = typeof import('./tracker.ts')

let tracker: Promise<Tracker | null> | undefined

/** The tracker is fetched after the page; without it nothing is counted and nothing fails. */
export function withTracker(act: (tracker: Tracker) => void): void {
  tracker ??= import('./tracker.ts').catch(() => {
    tracker = undefined
    return null
  })
  void tracker.then((loaded) => loaded && act(loaded))
}
