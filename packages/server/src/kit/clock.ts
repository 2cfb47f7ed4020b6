/** The time, as a thing that is passed in: rules never ask the machine. */
export interface Clock {
  now(): Date
}

export const systemClock: Clock = { now: () => new Date() }
