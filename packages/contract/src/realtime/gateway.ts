import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'
import type { AccountStatus } from '../roles.ts'
import type { Present } from '../topic.ts'

/** Who connects, beside the cookie: the login key of the session, the page's build and the region. */
export const GatewayQuery = object({
  key: Type.Optional(Type.String({ maxLength: 64 })),
  commit: Type.Optional(Type.String({ maxLength: 64 })),
  region: Type.Optional(Type.String({ maxLength: 16 })),
})

/** What the gateway says of the connection itself. */
export type ConnectionMessage =
  /** This login key is good; the page may have the device verified. */
  | { type: 'READY'; key: string }
  /** It is not, or not any more: nobody is signed in here. */
  | { type: 'INVALID_LS' }
  | { type: 'USER_ACCOUNT_SUSPEND'; data: AccountStatus }

/** What the gateway says of the topics that this connection follows. */
export type TopicControl =
  /** From now on its messages come; `id` is the connection among those present. Earlier messages are not repeated. */
  | { type: 'TOPIC_FOLLOWING'; topic: string; id: string }
  /** It may not be followed, or not any more. */
  | { type: 'TOPIC_ENDED'; topic: string }
  /** Everybody who is here, this connection too. */
  | { type: 'TOPIC_PRESENCE'; topic: string; here: Present[] }
  /** Messages of any topic may have been missed. */
  | { type: 'TOPIC_GAP' }

/** A message of a topic: what the topic's owner declared, with the topic's name added. */
export interface TopicNews {
  type: string
  topic: string
}

export type GatewayMessage = ConnectionMessage | TopicControl | TopicNews

/** What a page says. */
export type GatewayQuestion =
  /** Whether its login key is still good. The answer is READY or INVALID_LS. */
  | { type: 'READY'; key: string; userId: string }
  /** Follows a topic, or asks again how things stand there. The answer is TOPIC_FOLLOWING or TOPIC_ENDED. */
  | { type: 'FOLLOW'; topic: string }
  | { type: 'UNFOLLOW'; topic: string }

export const verifyUserLogin = endpoint('POST /api/campus/verifyingUserLogin', {
  summary: 'Whether this browser is signed in as this person with this login key',
  access: 'learner',
  body: object({ lskey: Type.String({ maxLength: 64 }), userId: Type.String({ maxLength: 64 }) }),
  response: object({ success: Type.Boolean() }),
  errors: ['login_key_invalid'],
})
