import { type Static, Type } from 'typebox'
import { endpoint, nullable, object, oneOf } from '../endpoint.ts'
import { webhookTypes } from './webhook-types.ts'

// Addresses of an organisation's own servers that are told when something happened, signed by Standard Webhooks.

const Id = Type.String({ minLength: 1, maxLength: 64 })
const params = object({ id: Id })
const ofWebhook = object({ webhookId: Id })
const Success = object({ success: Type.Boolean() })

/**
 * `retrying`: the last one was not taken, and is sent again. `off`: nothing is sent, because an admin said so
 * (`by_hand`), because nothing was taken for days (`failing`), or because the server said that it is gone (`gone`).
 */
export const Webhook = object({
  id: Type.String(),
  url: Type.String(),
  types: Type.Array(oneOf(...webhookTypes)),
  state: oneOf('on', 'retrying', 'off'),
  offReason: nullable(oneOf('by_hand', 'failing', 'gone')),
  /** Since when nothing was taken. */
  failingSince: nullable(Type.String()),
  createdAt: Type.String(),
  /** Tries of the last 24 hours. */
  taken: Type.Integer(),
  failed: Type.Integer(),
  /** Until when the secret before the newest signs as well. */
  oldSecretUntil: nullable(Type.String()),
})
export type Webhook = Static<typeof Webhook>

export const listWebhooks = endpoint('GET /api/campus/organisation/:id/webhook/list', {
  summary: 'Addresses that an organisation has told of what happens, for its admins',
  access: 'learner',
  params,
  response: object({ webhooks: Type.Array(Webhook) }),
  errors: ['not_found', 'forbidden'],
})

export const saveWebhook = endpoint('POST /api/campus/organisation/:id/webhook', {
  summary: 'Add an address, or change it; the secret of a new one is in this answer and never again',
  access: 'learner',
  guards: ['tfa'],
  params,
  body: object({
    /** Left out: a new one. */
    webhookId: Type.Optional(Id),
    url: Type.String({ maxLength: 1000 }),
    types: Type.Array(oneOf(...webhookTypes), { minItems: 1, maxItems: webhookTypes.length, uniqueItems: true }),
    /** As the form began; refused where something else stands by now. Omitted: not compared. */
    before: Type.Optional(object({ url: Type.String(), types: Type.Array(oneOf(...webhookTypes)) })),
  }),
  response: object({ id: Type.String(), secret: nullable(Type.String()) }),
  errors: ['not_found', 'forbidden', 'bad_request', 'conflict'],
})

export const renewWebhookSecret = endpoint('POST /api/campus/organisation/:id/webhook/secret', {
  summary: 'A new secret, in this answer and never again; the one before it signs as well for 24 hours',
  access: 'learner',
  guards: ['tfa'],
  params,
  body: ofWebhook,
  response: object({ secret: Type.String() }),
  errors: ['not_found', 'forbidden'],
})

export const switchWebhook = endpoint('POST /api/campus/organisation/:id/webhook/switch', {
  summary: 'Send nothing to an address, or send again',
  access: 'learner',
  params,
  body: object({ webhookId: Id, on: Type.Boolean() }),
  response: Success,
  errors: ['not_found', 'forbidden'],
})

export const removeWebhook = endpoint('POST /api/campus/organisation/:id/webhook/remove', {
  summary: 'Forget an address; again changes nothing',
  access: 'learner',
  params,
  body: ofWebhook,
  response: Success,
  errors: ['not_found', 'forbidden'],
})

const DeliveryTry = object({
  at: Type.String(),
  /** The status of the answer; null: there was none. */
  status: nullable(Type.Integer()),
  durationMs: Type.Integer(),
  /** Null: it was taken. */
  problem: nullable(oneOf('status', 'timeout', 'unreachable', 'private_address')),
  /** The beginning of the answer. */
  answer: Type.String(),
})

/** `waiting`: it is sent, or sent again at `nextAt`. `failed`: it was given up. */
export const WebhookDelivery = object({
  webhookId: Type.String(),
  /** As `webhook-id`: the same whenever it is sent. */
  messageId: Type.String(),
  type: Type.String(),
  at: Type.String(),
  state: oneOf('waiting', 'taken', 'failed'),
  nextAt: nullable(Type.String()),
  /** As it is sent. */
  body: Type.String(),
  /** The newest first. */
  tries: Type.Array(DeliveryTry),
})
export type WebhookDelivery = Static<typeof WebhookDelivery>

export const listDeliveries = endpoint('GET /api/campus/organisation/:id/webhook/delivery/list', {
  summary: 'What was sent to the addresses of an organisation within 30 days, the newest first',
  access: 'learner',
  params,
  query: object({
    webhookId: Type.Optional(Id),
    state: Type.Optional(oneOf('waiting', 'taken', 'failed')),
    /** Goes on after this one. */
    before: Type.Optional(Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
  }),
  response: object({
    deliveries: Type.Array(WebhookDelivery),
    /** `before` of the next page; null at the end. */
    next: nullable(Type.Integer()),
  }),
  errors: ['not_found', 'forbidden'],
})
export type DeliveryList = Static<(typeof listDeliveries)['shape']['response']>

export const testWebhook = endpoint('POST /api/campus/organisation/:id/webhook/test', {
  summary: 'Send a test to an address now, once, and answer what it said',
  access: 'learner',
  params,
  body: ofWebhook,
  response: WebhookDelivery,
  errors: ['not_found', 'forbidden', 'rate_limited'],
})

export const replayDeliveries = endpoint('POST /api/campus/organisation/:id/webhook/replay', {
  summary: 'Send one message to an address again, or all since a time, also those of when it was switched off',
  access: 'learner',
  params,
  body: object({
    webhookId: Id,
    messageId: Type.Optional(Type.String({ maxLength: 64 })),
    /** A moment within the last 30 days. Needed where no message is named. */
    since: Type.Optional(Type.String({ maxLength: 40 })),
    /** Of those since then, also what was taken. */
    also: Type.Optional(oneOf('taken')),
  }),
  response: object({ count: Type.Integer() }),
  errors: ['not_found', 'forbidden', 'bad_request', 'conflict'],
})
