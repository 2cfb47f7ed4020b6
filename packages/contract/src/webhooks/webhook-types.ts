// What the servers of an organisation can be told of, by the names that programs see. A name and what its message holds
// stay as they are; new ones may come.

export const webhookTypes = [
  'member.joined',
  'member.changed',
  'member.left',
  'class.joined',
  'class.left',
  'assignment.opened',
  'assignment.done',
  'marks.released',
  'path.completed',
  'certificate.given',
  'certificate.revoked',
] as const
export type WebhookType = (typeof webhookTypes)[number]

/** The type of a test message. It is sent to a webhook no matter which types it subscribes to. */
export const testType = 'webhook.test'

/** Deliveries and what they carried are kept for so many days. */
export const deliveriesKeptDays = 30

/** How many hours the secret before the newest signs as well. */
export const oldSecretHours = 24
