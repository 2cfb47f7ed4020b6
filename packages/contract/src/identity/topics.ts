import { Type } from 'typebox'
import { object, oneOf } from '../endpoint.ts'
import { SignInDevice } from '../sign-in-devices.ts'
import { topic } from '../topic.ts'

/** Every browser of a person follows the topic of their account without asking. */
export const accountTopic = topic('account/:userId', {
  summary: 'Somebody signed in to this account on that kind of device; the key is that of their session',
  message: object({
    type: oneOf('DESKTOP', 'MOBILE'),
    key: Type.String(),
    data: object({ device: SignInDevice, isKnown: Type.Boolean() }),
  }),
})
