// How far the launch of a streaming lab is, as the page shows it. Pure.

/** After this long a lab that was opened counts as launched. */
export const labLaunchMs = 240_000

export type LaunchState = 'initial' | 'inProgress' | 'succeeded'

/** `openedAt` is null until the lab is opened. */
export function launchState(openedAt: number | null, now: number): LaunchState {
  if (openedAt === null) return 'initial'
  return now - openedAt >= labLaunchMs ? 'succeeded' : 'inProgress'
}

/** A hidden item that has a lab is nothing but its lab: the dialog is there at once. */
export function opensLabOnLoad({ withLab, hidden }: { withLab: boolean; hidden: boolean }): boolean {
  return withLab && hidden
}
