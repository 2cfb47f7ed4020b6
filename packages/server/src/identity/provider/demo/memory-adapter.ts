import type { Adapter, AdapterConstructor, AdapterPayload } from 'oidc-provider'

interface Kept {
  payload: AdapterPayload
  until: number
}

/** What the demo's identity provider remembers, for as long as the process runs. */
export function memoryAdapter(): AdapterConstructor {
  const kept = new Map<string, Kept>()

  function dropExpired(): void {
    const now = Date.now()
    for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
  }

  return class MemoryAdapter implements Adapter {
    readonly model: string

    constructor(model: string) {
      this.model = model
    }

    async upsert(id: string, payload: AdapterPayload, expiresInSeconds: number) {
      // nobody stays signed in: the next visit may choose another of the demo's people
      if (this.model === 'Session') return
      dropExpired()
      kept.set(`${this.model}:${id}`, { payload, until: Date.now() + expiresInSeconds * 1000 })
    }

    async find(id: string) {
      const found = kept.get(`${this.model}:${id}`)
      return found && found.until > Date.now() ? found.payload : undefined
    }

    async findByUid(uid: string) {
      return this.findWhere((payload) => payload.uid === uid)
    }

    async findByUserCode(userCode: string) {
      return this.findWhere((payload) => payload.userCode === userCode)
    }

    async consume(id: string) {
      const found = kept.get(`${this.model}:${id}`)
      if (found) found.payload.consumed = Math.floor(Date.now() / 1000)
    }

    async destroy(id: string) {
      kept.delete(`${this.model}:${id}`)
    }

    async revokeByGrantId(grantId: string) {
      for (const [key, { payload }] of kept) if (payload.grantId === grantId) kept.delete(key)
    }

    findWhere(matches: (payload: AdapterPayload) => boolean): AdapterPayload | undefined {
      dropExpired()
      for (const [key, { payload }] of kept) if (key.startsWith(`${this.model}:`) && matches(payload)) return payload
      return undefined
    }
  }
}
