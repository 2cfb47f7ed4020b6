import type { Static, TSchema } from 'typebox'

/** One thing that pages may follow while they are open: its name with parameters, and what is said in it. */
export interface Topic<P extends string = string, S extends TSchema = TSchema> {
  pattern: P
  shape: TopicShape<S>
}

export interface TopicShape<S extends TSchema = TSchema> {
  summary: string
  /** Objects with a `type`. They name what changed; the page reads it by a call. At most 4000 bytes. */
  message: S
  /** Followers are shown to each other. */
  hasPresence?: boolean
}

/** Declares a topic. Parameters are written `:id` between slashes: `draft/:draftId`. */
export function topic<const P extends string, const S extends TSchema>(pattern: P, shape: TopicShape<S>): Topic<P, S> {
  return { pattern, shape }
}

type NamesIn<P extends string> = P extends `${infer Part}/${infer Rest}` ? NameIn<Part> | NamesIn<Rest> : NameIn<P>
type NameIn<Part extends string> = Part extends `:${infer Name}` ? Name : never

export type TopicParams<T extends Topic> = Record<NamesIn<T['pattern']>, string>
export type TopicMessage<T extends Topic> = Static<T['shape']['message']>

/** The name of one topic: its pattern with the parameters in their places. */
export function topicName(pattern: string, params: Readonly<Record<string, string>>): string {
  return pattern.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** One browser connection that follows a topic now, and its person. */
export interface Present {
  /** Id of the connection: two browsers of one person are two. */
  id: string
  userId: string
  name: string
  /** When they came, in ISO 8601. */
  since: string
}
