import type { LoggerOptions } from 'pino'

type LogMethod = NonNullable<NonNullable<LoggerOptions['hooks']>['logMethod']>

const everyMs = 60_000
const most = 5
const warning = 40

/**
 * A fault that comes a thousand times a second is said a few times a minute, and then how often it was left out: a log
 * that fills the disk helps nobody. Lines below a warning are not limited.
 */
export function limitEqualLines(): LogMethod {
  const said = new Map<string, number>()
  return function limited(args, method, level) {
    const key = level >= warning ? keyOf(level, args) : null
    if (key === null) return method.apply(this, args)
    const times = (said.get(key) ?? 0) + 1
    said.set(key, times)
    if (times <= most) method.apply(this, args)
    if (times > 1) return
    setTimeout(() => {
      const leftOut = (said.get(key) ?? 0) - most
      said.delete(key)
      const message = args.findLast((part) => typeof part === 'string') ?? ''
      if (leftOut > 0) method.apply(this, [{ leftOut, of: causeOf(args) } as never, `left out: ${message}`])
    }, everyMs).unref()
  }
}

/** Equal are lines of one sentence with one cause; what differs is which request or row it was. */
function keyOf(level: number, args: readonly unknown[]): string {
  return [level, causeOf(args), ...args.filter((part) => typeof part === 'string')].join('\n')
}

function causeOf([first]: readonly unknown[]): string {
  const err = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  return err instanceof Error ? err.message : typeof err === 'string' ? err : ''
}
