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

/**
 * Open pages follow the organisations of their reader. Nothing is said in it: that they may follow it no more is how they
 * hear that a membership has ended.
 */
export const organisationTopic = topic('organisation/:organisationId', {
  summary: 'Members of an organisation, for as long as they are',
  message: object({ type: oneOf('NONE') }),
})

/** Open pages of members follow it: content for a class alone is not theirs once they were taken out of it. */
export const classesTopic = topic('classes/:userId', {
  summary: 'The person was taken out of a class',
  message: object({ type: oneOf('CLASS_LEFT') }),
})
