const windowMs = 60_000
const refusalsPerWindow = 60

/** How many sockets an address holds, and how often it came with a wrong key: enough of either shuts the door to it. */
export class AddressBook {
  readonly #sockets = new Map<string, number>()
  readonly #socketsPerAddress: number
  #refusals = new Map<string, number>()
  #windowStart = 0

  constructor({ socketsPerAddress }: { socketsPerAddress: number }) {
    this.#socketsPerAddress = socketsPerAddress
  }

  mayEnter(address: string): boolean {
    if ((this.#sockets.get(address) ?? 0) >= this.#socketsPerAddress) return false
    return (this.#refusalsNow().get(address) ?? 0) < refusalsPerWindow
  }

  entered(address: string): void {
    this.#sockets.set(address, (this.#sockets.get(address) ?? 0) + 1)
  }

  left(address: string): void {
    const left = (this.#sockets.get(address) ?? 0) - 1
    if (left > 0) this.#sockets.set(address, left)
    else this.#sockets.delete(address)
  }

  wasRefused(address: string): void {
    const refusals = this.#refusalsNow()
    refusals.set(address, (refusals.get(address) ?? 0) + 1)
  }

  /** Each minute begins anew, so what is remembered stays small. */
  #refusalsNow(): Map<string, number> {
    const now = performance.now()
    if (now - this.#windowStart > windowMs) {
      this.#windowStart = now
      this.#refusals = new Map()
    }
    return this.#refusals
  }
}
