import type { FastifyReply, FastifyRequest } from 'fastify'
import findMyWay, { type HTTPMethod } from 'find-my-way'
import { type Refusal, refuse } from './errors.ts'

/** Says a failure in the words of a protocol. */
export type SayFailure = (error: Error, request: FastifyRequest, reply: FastifyReply) => FastifyReply

const methods: readonly HTTPMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/**
 * Addresses that programs ask, by what they begin with. There is no page below them: also what nobody answers is refused in
 * the form that their programs read.
 */
export class ProgramAddresses {
  readonly #families = new Map<string, SayFailure | null>([['/api', null]])
  readonly #answered: ReadonlySet<string>
  #router: findMyWay.Instance<findMyWay.HTTPVersion.V1> | undefined

  /** `answered` is everything that can be asked for, as `GET /healthz`. */
  constructor(answered: ReadonlySet<string>) {
    this.#answered = answered
  }

  /** Without `say` a failure has the one shape of the API. */
  add(beginning: string, say: SayFailure | null = null): void {
    this.#families.set(beginning, say)
  }

  has(url: string): boolean {
    return this.#familyOf(url) !== undefined
  }

  sayerOf(url: string): SayFailure | null {
    return this.#families.get(this.#familyOf(url) ?? '') ?? null
  }

  /** Why nobody answers this request: there is nothing by its address, or it wants something else to be done than it can. */
  refusalOf({ url }: FastifyRequest, reply: FastifyReply): Refusal {
    const allowed = this.has(url) ? this.#methodsAt(url) : []
    if (allowed.length === 0) return refuse('not_found')
    reply.header('allow', allowed.join(', '))
    return refuse('method_not_allowed')
  }

  /** The longest beginning wins. */
  #familyOf(url: string): string | undefined {
    const path = pathOf(url)
    const found = [...this.#families.keys()].filter((one) => path === one || path.startsWith(`${one}/`))
    return found.toSorted((a, b) => b.length - a.length)[0]
  }

  #methodsAt(url: string): string[] {
    this.#router ??= this.#makeRouter()
    const path = pathOf(url)
    return methods.filter((method) => this.#router?.find(method, path))
  }

  /** Made with the first such request, when everything is known that is answered. */
  #makeRouter(): findMyWay.Instance<findMyWay.HTTPVersion.V1> {
    const router = findMyWay()
    for (const one of this.#answered) {
      const [method, pattern = ''] = one.split(' ')
      if (!pattern.endsWith('*')) router.on(method as HTTPMethod, pattern, () => undefined)
    }
    return router
  }
}

function pathOf(url: string): string {
  return url.split('?', 1)[0] ?? ''
}
