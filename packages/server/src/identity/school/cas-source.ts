import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#kit/config.ts'
import { type Refusal, refuse } from '#kit/errors.ts'
import { fetchOutside } from '#kit/outside-fetch.ts'
import { childOf, childrenOf, elementsOf, parseXmlTree, textOf, type XmlElement } from '#kit/xml-tree.ts'
import { nameFrom, type OutsideSource, Unproved } from '../provider/outside-source.ts'

interface CasSettings {
  /** The address of the server, as https://cas.school.example/cas. */
  server: string
  config: Pick<Config, 'connectionNetworks'>
  log: FastifyBaseLogger
}

const mostAnswer = 64 * 1024
const limits = { elements: 2000, depth: 16 }
/** A ticket of a browser; those of proxies begin otherwise. */
const ticketForm = /^ST-[\x21-\x7e]{1,252}$/
const mostSubject = 255

/** Attributes with the name of a person, in the order in which they are looked for. */
const nameAttributes = ['displayName', 'name', 'cn']

/** A CAS server, by version 3 of its protocol: a ticket in the address, which the server itself is asked about. */
export function casSource({ server, config, log }: CasSettings): OutsideSource {
  const base = server.replace(/\/+$/, '')
  return {
    way: 'unityId',
    start: ({ callbackUrl, state }) =>
      Promise.resolve(withQuery(`${base}/login`, { service: serviceOf(callbackUrl, state) })),

    async identify({ url, state }) {
      const ticket = url.searchParams.get('ticket') ?? ''
      if (!ticketForm.test(ticket)) throw refuse('sign_in_cancelled')
      const service = serviceOf(`${url.origin}${url.pathname}`, state)
      const address = withQuery(`${base}/p3/serviceValidate`, { service, ticket })
      return { way: 'unityId', phone: null, chatAppId: null, ...personIn(await answerTo(address)) }
    },
  }

  async function answerTo(address: string): Promise<string> {
    const answer = await fetchOutside(config, address).catch((cause: unknown) => {
      throw said('the CAS server is away', refuse('provider_unavailable', { cause, retryAfterSeconds: 10 }))
    })
    if (answer.status >= 500 || answer.status === 429)
      throw said('the CAS server is away', refuse('provider_unavailable', { retryAfterSeconds: 10 }))
    if (answer.status !== 200 || answer.text.length > mostAnswer)
      throw said('the CAS server gave no answer of its protocol', new Unproved('answer'))
    return answer.text
  }

  function said(reason: string, refusal: Refusal): Refusal {
    // without the address: it carries the ticket
    log.warn({ server: base }, reason)
    return refusal
  }
}

/** Whom a server names. An answer that says two things, or brings entities, is not believed. */
function personIn(text: string): { id: string; name: string | null } {
  const said = elementsOf(readAnswer(text))
  const [success] = said
  if (said.length !== 1 || success?.name !== 'authenticationSuccess')
    throw new Unproved(/_SERVICE$/.test(success?.attributes.code ?? '') ? 'address' : 'refused')
  const users = childrenOf(success, 'user')
  const id = textOf(users[0]).trim()
  if (users.length !== 1 || id === '' || id.length > mostSubject || /\p{Cc}/u.test(id)) throw new Unproved('name')
  const attributes = childOf(success, 'attributes')
  const names = nameAttributes.map((name) => nameFrom(textOf(childOf(attributes, name))))
  return { id, name: names.find((name) => name !== null) ?? nameFrom(id) }
}

function readAnswer(text: string): XmlElement {
  try {
    const root = parseXmlTree(text, limits)
    if (root.name === 'serviceResponse') return root
  } catch (cause) {
    throw new Unproved('answer', { cause })
  }
  throw new Unproved('answer')
}

/** Where the visitor comes back to; the server gives a ticket for exactly this address. */
function serviceOf(callbackUrl: string, state: string): string {
  return withQuery(callbackUrl, { state })
}

function withQuery(address: string, query: Record<string, string>): string {
  return `${address}?${new URLSearchParams(query)}`
}
