import type { Channel, kindGroups, NotificationIcon, Rhythm } from '@lantern/contract/notifications/channels.ts'
import type { Static, TSchema } from 'typebox'

/**
 * One sort of thing that people are told: how it reads, where it leads, by which channels it goes. It is a value in the
 * folder of the domain that tells it, and is named in `notificationKinds` of app.ts.
 */
export interface NotificationKind<Payload extends TSchema = TSchema> {
  /** As it is stored. */
  name: string
  group: (typeof kindGroups)[number]
  icon: NotificationIcon
  /** Catalogue keys of its name and of the sentence below it, where people choose what they are told. */
  label: string
  hint: string
  /** What counts until a person chooses. A channel that is left out does not carry this kind. */
  channels: Partial<Record<Channel, Rhythm>>
  /** Channels that nobody can turn off. */
  required: readonly Channel[]
  /** Quiet hours do not hold it back. */
  isUrgent: boolean
  payload: Payload
  /** The address that mails of this kind go to; absent: the confirmed one of the account. */
  mailTo?(payload: Static<Payload>): string
  write(told: Told<Static<Payload>>, words: Words): Written
}

export interface Told<Payload> {
  payload: Payload
  /** How many events of its group it stands for; the payload and the item are the newest one's. */
  count: number
  /** What it is about; null where the kind has no item. */
  item: { id: string; type: string; title: string } | null
}

export interface Words {
  t(key: string, values?: Record<string, string | number>): string
  /** A moment as the site writes it everywhere, in the time zone of its people: 2026-11-21 15:04. */
  time(moment: string): string
}

export interface Written {
  title: string
  body: string | null
  /** Where on the site it leads. */
  path: string
}

export function notificationKind<Payload extends TSchema>(kind: NotificationKind<Payload>): NotificationKind<Payload> {
  return kind
}
