/** Does something in one of the tabs of this browser; what it has to say reaches all of them. */
export interface TabWork<Word> {
  /** Names the work: tabs that name it alike share it. */
  name: string
  /** Starts the work in this tab and answers how to stop it. `say` is heard in every tab, this one included. */
  lead: (say: (word: Word) => void) => () => void
  hear: (word: Word) => void
}

/** Starts, and answers how to leave; another tab then takes the work over. Where tabs cannot meet, each does its own. */
export function inOneTab<Word>({ name, lead, hear }: TabWork<Word>): () => void {
  if (!('locks' in navigator) || !('BroadcastChannel' in globalThis)) return lead(hear)
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<Word>) => hear(data)
  const waiting = new AbortController()
  let leave: (() => void) | undefined
  navigator.locks
    .request(name, { signal: waiting.signal }, () => {
      const stop = lead((word) => {
        hear(word)
        channel.postMessage(word)
      })
      return new Promise<void>((release) => {
        leave = () => {
          stop()
          release()
        }
      })
    })
    // left before its turn came
    .catch(() => undefined)
  return () => {
    waiting.abort()
    leave?.()
    channel.close()
  }
}
