import pg from 'pg'

/** What PostgreSQL tells at a commit (`pg_notify`), on one connection of the process for all channels. */
export interface DatabaseChannels {
  /** `onGap` is called when messages may have been missed, as over a lost connection. */
  listen(channel: string, receive: (text: string) => void, onGap: () => void): Promise<Listening>
  close(): Promise<void>
}

interface Listening {
  close(): Promise<void>
}

interface Listener {
  receive(text: string): void
  onGap(): void
}

const longestPauseMs = 10_000

/** `url`: of PostgreSQL itself; a pooler passes no messages on. The connection is opened with the first channel. */
export function databaseChannels(url: string, onError: (error: unknown) => void): DatabaseChannels {
  const listeners = new Map<string, Listener>()
  let opening: Promise<pg.Client> | undefined
  let closed = false

  async function connect(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: url, application_name: 'lantern-channels', keepAlive: true })
    client.on('notification', ({ channel, payload }) => payload && listeners.get(channel)?.receive(payload))
    client.on('error', onError)
    await client.connect()
    for (const channel of listeners.keys()) await client.query(`listen ${pg.escapeIdentifier(channel)}`)
    client.on('end', () => reconnect(250))
    return client
  }

  function reconnect(pauseMs: number): void {
    if (closed) return
    opening = undefined
    setTimeout(() => {
      if (closed) return
      opening ??= connect()
      opening.then(
        () => {
          for (const { onGap } of listeners.values()) onGap()
        },
        () => reconnect(Math.min(pauseMs * 2, longestPauseMs)),
      )
    }, pauseMs).unref()
  }

  return {
    async listen(channel, receive, onGap) {
      listeners.set(channel, { receive, onGap })
      opening ??= connect()
      const client = await opening
      // the connection may have been opened before this channel was asked for
      await client.query(`listen ${pg.escapeIdentifier(channel)}`)
      return {
        async close() {
          listeners.delete(channel)
        },
      }
    },
    async close() {
      closed = true
      const client = await opening?.catch(() => undefined)
      await client?.end()
    },
  }
}
