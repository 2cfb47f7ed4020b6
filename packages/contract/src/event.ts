import type { Static, TSchema } from 'typebox'

/**
 * A fact that a domain publishes to higher domains. It carries ids; subscribers read the rows themselves. A later
 * version may add optional fields to the payload, and nothing else: events of two versions are read side by side.
 */
export interface DomainEvent<N extends string = string, S extends TSchema = TSchema> {
  name: N
  /** Subject of the event, with fields of the payload: `item/:itemId`. Events of one topic are told in their order. */
  topic: string
  payload: S
}

/** A message between running processes. It is not stored: a process started later does not get it. */
export interface Signal<N extends string = string, S extends TSchema = TSchema> {
  name: N
  payload: S
}

export function event<const N extends string, const S extends TSchema>(
  name: N,
  topic: string,
  payload: S,
): DomainEvent<N, S> {
  return { name, topic, payload }
}

export function signal<const N extends string, const S extends TSchema>(name: N, payload: S): Signal<N, S> {
  return { name, payload }
}

export type PayloadOf<E extends Signal> = Static<E['payload']>
