/** Messages from one process of the site to all. Nothing is stored: a disconnected process misses messages. */
export interface PubSub {
  /** Never fails and never waits: what cannot be sent now is not sent. */
  publish(channel: string, text: string): void
  /** `onGap` is called when messages may have been missed. */
  subscribe(channel: string, receive: (text: string) => void, onGap: () => void): Promise<void>
  close(): Promise<void>
}

const longestWaitMs = 10_000

/** Through Redis. While it is away the site goes on without it. */
export async function openRedis(url: string, onError: (error: unknown) => void): Promise<PubSub> {
  // large, and a site of one process never needs it
  const { createClient } = await import('@redis/client')
  const socket = { reconnectStrategy: (retries: number) => Math.min(50 * 2 ** Math.min(retries, 10), longestWaitMs) }
  const publisher = createClient({ url, socket, disableOfflineQueue: true })
  const subscriber = createClient({ url, socket })
  for (const client of [publisher, subscriber]) client.on('error', onError)
  await Promise.all([firstAnswer(publisher), firstAnswer(subscriber)])

  return {
    publish(channel, text) {
      if (publisher.isReady) publisher.publish(channel, text).catch(onError)
    },
    async subscribe(channel, receive, onGap) {
      // after a lost connection the client subscribes again by itself, and messages sent meanwhile are lost
      subscriber.on('ready', onGap)
      const subscribed = subscriber.subscribe(channel, receive)
      if (subscriber.isReady) await subscribed
      else subscribed.catch(onError)
    },
    async close() {
      for (const client of [publisher, subscriber]) if (client.isOpen) client.destroy()
    },
  }
}

/** Resolves once the server answered, or once it is known that it does not: it may come later. */
function firstAnswer(client: { once(event: 'error', act: () => void): unknown; connect(): Promise<unknown> }) {
  return new Promise<void>((done) => {
    client.once('error', () => done())
    client.connect().then(
      () => done(),
      () => done(),
    )
  })
}
