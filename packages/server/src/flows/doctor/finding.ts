/** What the doctor found out about one thing. `bad` stops the site or loses something; `note` is worth a look. */
export interface Finding {
  what: string
  state: 'good' | 'note' | 'bad' | 'left out'
  said: string
  /** What to do about it. */
  mend?: string
}

const patienceMs = 15_000

/** Runs one check; one that throws or does not come back is bad, and the others go on. */
export async function checked(what: string, mend: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_done, fail) => {
    timer = setTimeout(() => fail(new Error(`no answer within ${patienceMs / 1000} s`)), patienceMs)
  })
  try {
    return await Promise.race([check(), late])
  } catch (error) {
    return [{ what, state: 'bad', said: reasonOf(error), mend }]
  } finally {
    clearTimeout(timer)
  }
}

/** For an AggregateError, as when a name has two addresses, the first cause is enough. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0])
  return error instanceof Error ? error.message || error.name : String(error)
}
