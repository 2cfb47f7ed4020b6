import { Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

const Endpoint = Type.String({ minLength: 1, maxLength: 1000, pattern: '^https?://' })

export const getPushKey = endpoint('GET /api/learn/cn/notification/push', {
  summary: 'The key by which push services know this site (VAPID), in base64url',
  access: 'learner',
  response: object({ publicKey: Type.String() }),
})

/** The keys are the browser's own, as `PushSubscription.toJSON()` has them. */
export const addPushSubscription = endpoint('POST /api/learn/cn/notification/push', {
  summary: 'Show notifications in this browser too',
  access: 'learner',
  body: object({
    endpoint: Endpoint,
    p256dh: Type.String({ pattern: '^[\\w-]{87}=?$' }),
    auth: Type.String({ pattern: '^[\\w-]{22}=*$' }),
  }),
  response: object({ success: Type.Boolean() }),
})

export const removePushSubscription = endpoint('POST /api/learn/cn/notification/push/delete', {
  summary: 'Show no notifications in this browser any more',
  access: 'learner',
  body: object({ endpoint: Endpoint }),
  response: object({ success: Type.Boolean() }),
})
