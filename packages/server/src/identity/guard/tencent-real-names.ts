import type { TencentSettings } from '#kit/config.ts'
import type { RealNameProvider, RealNameVerdict } from './real-name-provider.ts'

const service = { name: 'faceid', version: '2018-03-01' }

/** Asks Tencent Cloud whether the number and the name belong together (IdCardVerification). */
export function tencentRealNames(settings: TencentSettings): RealNameProvider {
  return {
    async check({ name, idCard }) {
      // loaded at the first check: a site with the demo adapter never needs it
      const { callCloud } = await import('#kit/tencent-cloud.ts')
      const answer = await callCloud(settings, service, 'IdCardVerification', { IdCard: idCard, Name: name })
      return verdictOf(String((answer as { Result?: unknown }).Result))
    },
  }
}

/** The results that say something of the papers; every other one means that nobody could look. */
function verdictOf(result: string): RealNameVerdict {
  if (result === '0') return { matches: true }
  if (result === '-1') return { matches: false, reason: 'mismatch' }
  if (result === '-2' || result === '-5') return { matches: false, reason: 'unknown_number' }
  if (result === '-3') return { matches: false, reason: 'bad_name' }
  throw new Error(`The register of names gave no answer (${result})`)
}
