import { type Config, ConfigError, parseConfig } from '#kit/config.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkDatabase } from './check-database.ts'
import { checkMachine } from './check-machine.ts'
import { checkPayments } from './check-payments.ts'
import { checkServices } from './check-services.ts'
import type { Finding } from './finding.ts'

/**
 * Looks at everything that a site needs, as it is set up here, and tells what is wrong with it and how it is mended. It
 * changes nothing, and may be run beside a site that is up.
 */
export async function* examine(env: Record<string, string | undefined>): AsyncIterable<Finding> {
  const [config, findings] = readSettings(env)
  yield* findings
  if (!config) return
  for (const check of [checkMachine, checkDatabase, checkServices, checkPayments, checkAddresses])
    yield* await check(config)
}

function readSettings(env: Record<string, string | undefined>): [Config | undefined, Finding[]] {
  try {
    const config = parseConfig(env)
    const doubts = doubtsAbout(config)
    const good: Finding = { what: 'settings', state: 'good', said: `fit (${config.mode})` }
    return [config, doubts.length > 0 ? doubts : [good]]
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error
    const mend = 'docs/settings.md says what each may be.'
    return [undefined, error.message.split('\n').map((said) => ({ what: 'settings', state: 'bad', said, mend }))]
  }
}

/** What is allowed and hardly meant. */
function doubtsAbout({ mode, host, publicUrl, trustProxy, metricsToken }: Config): Finding[] {
  const note = (said: string, mend: string): Finding => ({ what: 'settings', state: 'note', said, mend })
  const isHere = ['127.0.0.1', 'localhost', '::1'].includes(host)
  return [
    ...(mode === 'demo' && !isHere
      ? [note('a demo site that others can reach: anyone reads the codes', 'Set LANTERN_MODE=production.')]
      : []),
    ...(publicUrl.startsWith('https:') && !trustProxy
      ? [
          note(
            'something in front of the site ends TLS, and the site does not believe it: all visitors have its address',
            'Set TRUST_PROXY.',
          ),
        ]
      : []),
    ...(trustProxy && !metricsToken
      ? [note('nobody may read the figures: behind a proxy they need a token', 'Set METRICS_TOKEN.')]
      : []),
  ]
}
