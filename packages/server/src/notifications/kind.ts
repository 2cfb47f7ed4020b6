import type { LearnOptionType } from '@lantern/contract/catalog/item-types.ts'
import type { Channel, kindGroups, NotificationIcon, Rhythm } from '@lantern/contract/notifications/channels.ts'
import { type Access, type ContentLanguage, mayAccess, type SignedIn } from '@lantern/contract/roles.ts'
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
  /** Who can be told of it at all; absent: everybody who has signed in. Others do not find it in their settings. */
  access?: Access
  /** Quiet hours do not hold it back. */
  isUrgent: boolean
  payload: Payload
  /** The address that mails of this kind go to; absent: the confirmed one of the account. */
  mailTo?(payload: Static<Payload>): string
  /** What its groups are called where one is muted, as a noun. Absent: its groups cannot be muted. */
  groupName?(told: Told<Static<Payload>>, words: Words): string
  write(told: Told<Static<Payload>>, words: Words): Written
}

export interface Told<Payload> {
  payload: Payload
  /** How many events of its group it stands for; the payload and the item are the newest one's. */
  count: number
  /** What it is about; null where the kind has no item. */
  item: { id: string; type: string; title: string; learnOptionType: LearnOptionType } | null
}

export interface Words {
  /** Of the person who is told. */
  language: ContentLanguage
  t(key: string, values?: Record<string, string | number>): string
  /** A moment as the site writes it everywhere, in the time zone of its people: 2026-11-21 15:04. */
  time(moment: string): string
  /** An amount in fen as a figure of its language, in yuan and without a sign: 12, 1,234.50. */
  yuan(fen: number): string
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

/** Kinds that a person can be told of. */
export function kindsFor<Kind extends Pick<NotificationKind, 'access'>>(
  kinds: readonly Kind[],
  viewer: SignedIn,
): Kind[] {
  return kinds.filter(({ access }) => access === undefined || mayAccess(viewer, access))
}

/** Whether a person may turn off what this channel carries of the kind. */
export function changeableOn(
  { channels, required }: Pick<NotificationKind, 'channels' | 'required'>,
  channel: Channel,
): boolean {
  return channels[channel] !== undefined && !required.includes(channel)
}
