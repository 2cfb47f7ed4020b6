import type { Storage } from './storage.ts'

interface Made {
  key: string
  contentType: string
  make(): Promise<Buffer>
}

/**
 * Files that take long to make and are kept under their keys. A call for a file that is being made waits for that file;
 * different ones are made one after the other, as each of them holds a core.
 */
export function madeOnce(): (storage: Storage, wanted: Made) => Promise<Buffer> {
  const underWay = new Map<string, Promise<Buffer>>()
  let last: Promise<unknown> = Promise.resolve()

  function inTurn(work: () => Promise<Buffer>): Promise<Buffer> {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }

  return async (storage, { key, contentType, make }) => {
    const known = await storage.get(key)
    if (known) return known
    const making =
      underWay.get(key) ??
      inTurn(async () => {
        const bytes = await make()
        await storage.put(key, bytes, contentType)
        return bytes
      })
    underWay.set(key, making)
    return making.finally(() => underWay.delete(key))
  }
}
