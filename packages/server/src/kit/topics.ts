import { signal } from '@lantern/contract/event.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type Topic, type TopicMessage, type TopicParams, topicName } from '@lantern/contract/topic.ts'
import { Type } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Events } from './events.ts'
import type { Db, Trx } from './sql.ts'

export interface TopicRules<T extends Topic> {
  /**
   * Whether a person may hear it: asked when they begin to follow, whenever something of their account changes, and every
   * few minutes. Who may not any more hears nothing from then on.
   */
  mayFollow(viewer: SignedIn, params: TopicParams<T>): Promise<boolean> | boolean
  /** The topic that every connection of a person follows without asking. */
  ofEveryone?(viewer: SignedIn): TopicParams<T>
}

/** A topic by its full name, as a page asks for it. */
export interface NamedTopic {
  name: string
  hasPresence: boolean
  mayFollow(viewer: SignedIn): Promise<boolean> | boolean
}

/** What holds the open connections of this process. */
export interface TopicGateway {
  tell(name: string, message: object): void
  /** Checks again who may follow the topics: one person's connections; null: all. */
  recheck(userId: string | null): void
  /** Messages may have been missed. */
  onGap(): void
}

/**
 * What pages hear while they are open. A domain declares its topics when handlers are defined, and says what happens in
 * them: `publish` in the transaction that made it true, or `tell` in a listener of an event, which every process hears.
 */
export interface Topics {
  declare<T extends Topic>(topic: T, rules: TopicRules<T>): void
  /** Reaches the followers in every process once the transaction is committed. */
  publish<T extends Topic>(db: Db | Trx, topic: T, params: TopicParams<T>, message: TopicMessage<T>): Promise<void>
  /** The same message in many topics of one kind, as of many people, by one statement. */
  publishEach<T extends Topic>(
    db: Db | Trx,
    topic: T,
    each: readonly TopicParams<T>[],
    message: TopicMessage<T>,
  ): Promise<void>
  /** Reaches the followers in this process alone, at once. */
  tell<T extends Topic>(topic: T, params: TopicParams<T>, message: TopicMessage<T>): void
  /** Something of this person changed: their connections and what they follow are looked at again, in this process. */
  recheck(userId: string): void
  find(name: string): NamedTopic | null
  /** The patterns of all that are declared. */
  patterns(): string[]
  ofEveryone(viewer: SignedIn): string[]
  /** The gateway of this process says that it is there. */
  serve(gateway: TopicGateway): void
}

/** What NOTIFY carries is 8000 bytes, with what stands around it. */
const mostBytes = 4_000

const topicMessage = signal('topic_message', Type.Object({ topic: Type.String(), message: Type.Object({}) }))

interface Declared {
  topic: Topic
  rules: TopicRules<Topic>
  path: RegExp
  names: string[]
}

export function createTopics(events: Events): Topics {
  const declared: Declared[] = []
  const validators = new Map<Topic, Validator>()
  let gateway: TopicGateway | undefined

  events.listen([topicMessage], (said) => {
    if (said) gateway?.tell(said.topic, said.message)
    else gateway?.onGap()
  })

  function checked<T extends Topic>(topic: T, message: TopicMessage<T>): object {
    const validator = validators.get(topic) ?? Compile(topic.shape.message)
    validators.set(topic, validator)
    if (!validator.Check(message)) throw new Error(`A message of the topic ${topic.pattern} has another shape`)
    return message as object
  }

  async function publishEach<T extends Topic>(
    db: Db | Trx,
    topic: T,
    each: readonly TopicParams<T>[],
    message: TopicMessage<T>,
  ): Promise<void> {
    const text = JSON.stringify(checked(topic, message))
    if (Buffer.byteLength(text) > mostBytes)
      throw new Error(`A message of the topic ${topic.pattern} has more than ${mostBytes} bytes: name what to read`)
    const names = each.map((params) => topicName(topic.pattern, params))
    await events.signalEach(
      db,
      topicMessage,
      names.map((name) => ({ topic: name, message: JSON.parse(text) })),
    )
  }

  return {
    declare(topic, rules) {
      if (declared.some((other) => other.topic.pattern === topic.pattern))
        throw new Error(`Two declarations of the topic ${topic.pattern}`)
      declared.push({
        topic,
        // called with the parameters of its own pattern
        rules: rules as unknown as TopicRules<Topic>,
        path: new RegExp(`^${topic.pattern.replace(/:\w+/g, '([^/]+)')}$`),
        names: [...topic.pattern.matchAll(/:(\w+)/g)].map(([, name = '']) => name),
      })
    },

    publish: (db, topic, params, message) => publishEach(db, topic, [params], message),

    publishEach,

    tell(topic, params, message) {
      gateway?.tell(topicName(topic.pattern, params), checked(topic, message))
    },

    recheck(userId) {
      gateway?.recheck(userId)
    },

    find(name) {
      for (const { topic, rules, path, names } of declared) {
        const found = path.exec(name)
        if (!found) continue
        const params = Object.fromEntries(names.map((each, at) => [each, decoded(found[at + 1] ?? '')]))
        return {
          name,
          hasPresence: topic.shape.hasPresence ?? false,
          mayFollow: (viewer) => rules.mayFollow(viewer, params),
        }
      }
      return null
    },

    patterns: () => declared.map(({ topic }) => topic.pattern),

    ofEveryone(viewer) {
      return declared.flatMap(({ topic, rules }) =>
        rules.ofEveryone ? [topicName(topic.pattern, rules.ofEveryone(viewer))] : [],
      )
    },

    serve(serving) {
      gateway = serving
    },
  }
}

/** A name that a page made up may have escapes of its own. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
