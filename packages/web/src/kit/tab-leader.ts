/** Work that one tab of this browser, the leader, does for all of them. `Up` is what tabs tell it, `Down` what it tells. */
export interface TabWork<Up, Down> {
  /** Names the work: tabs that name it alike share it. */
  name: string
  /** Starts the work in this tab. What is broadcast is heard in every tab, this one included. */
  lead: (broadcast: (down: Down) => void) => TabLeader<Up>
  hear: (down: Down) => void
  /** There is a leader, or a new one, which knows nothing of this tab yet. */
  onLeader: (tell: (up: Up) => void) => void
}

export interface TabLeader<Up> {
  receive: (tab: string, up: Up) => void
  /** The tab was closed, or left the work. */
  onLeft: (tab: string) => void
  stop: () => void
}

type Post<Up, Down> =
  | { kind: 'down'; down: Down }
  | { kind: 'up'; tab: string; up: Up }
  | { kind: 'hello'; tab: string }
  | { kind: 'leading'; to?: string }

/**
 * Takes part in the work, and answers how to leave; another tab then takes the lead over. Where tabs cannot meet, each
 * does its own work.
 */
export function joinTabs<Up, Down>({ name, lead, hear, onLeader }: TabWork<Up, Down>): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) {
    const own = lead(hear)
    onLeader((up) => own.receive('', up))
    return () => own.stop()
  }
  const tab = crypto.randomUUID()
  const channel = new BroadcastChannel(name)
  const post = (message: Post<Up, Down>) => channel.postMessage(message)
  const left = new AbortController()
  const watched = new Set<string>()
  let leader: TabLeader<Up> | undefined

  /** Each tab holds a lock of its own: a tab that gets it knows that its holder is gone, also after a crash. */
  function watch(other: string): void {
    if (watched.has(other)) return
    watched.add(other)
    hold(`${name}-${other}`, (release) => {
      watched.delete(other)
      leader?.onLeft(other)
      release()
    })
  }

  function hold(lock: string, act: (release: () => void) => void): void {
    navigator.locks
      .request(lock, { signal: left.signal }, () => new Promise<void>((release) => act(release)))
      // left before its turn came
      .catch(() => undefined)
  }

  channel.onmessage = ({ data }: MessageEvent<Post<Up, Down>>) => {
    if (data.kind === 'down') hear(data.down)
    else if (data.kind === 'leading') {
      if (data.to === undefined || data.to === tab) onLeader((up) => post({ kind: 'up', tab, up }))
    } else if (leader) {
      watch(data.tab)
      if (data.kind === 'up') leader.receive(data.tab, data.up)
      else post({ kind: 'leading', to: data.tab })
    }
  }
  hold(`${name}-${tab}`, (release) => {
    left.signal.addEventListener('abort', release)
    post({ kind: 'hello', tab })
  })
  hold(name, (release) => {
    const leading = lead((down) => {
      hear(down)
      post({ kind: 'down', down })
    })
    leader = leading
    left.signal.addEventListener('abort', () => {
      leading.stop()
      release()
    })
    onLeader((up) => leading.receive(tab, up))
    post({ kind: 'leading' })
  })
  return () => {
    left.abort()
    channel.close()
  }
}
