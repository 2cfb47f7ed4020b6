import { isIdCard } from '@lantern/contract/checks.ts'
import type { Services } from '#kit/services.ts'
import { tencentRealNames } from './tencent-real-names.ts'

export interface Papers {
  name: string
  idCard: string
}

/** Why papers were not believed; the wording is the catalogue entry `realname.<reason>`. */
export type RealNameReason = 'mismatch' | 'unknown_number' | 'bad_name'

export type RealNameVerdict = { matches: true } | { matches: false; reason: RealNameReason }

/** Says whether a number and a name belong together; throws when it cannot say. */
export interface RealNameProvider {
  check(papers: Papers): Promise<RealNameVerdict>
}

export function realNameProviderOf({ config, clock }: Pick<Services, 'config' | 'clock'>): RealNameProvider {
  if (config.realNameProvider === 'demo') return demoRealNames(() => clock.now())
  if (!config.tencent) throw new Error('The settings of the cloud are missing')
  return tencentRealNames(config.tencent)
}

/** Believes every number that could exist: its check digit is right, and its day of birth has been and is not too far. */
function demoRealNames(now: () => Date): RealNameProvider {
  return {
    async check({ name, idCard }) {
      if (!/^[\p{Script=Han}·]{2,30}$|^[\p{Script=Latin}][\p{Script=Latin} .'-]{1,60}$/u.test(name)) {
        return { matches: false, reason: 'bad_name' }
      }
      return isIdCard(idCard) && couldBeBorn(idCard, now()) && !idCard.slice(14, 17).startsWith('000')
        ? { matches: true }
        : { matches: false, reason: 'unknown_number' }
    },
  }
}

function couldBeBorn(idCard: string, now: Date): boolean {
  const [year, month, day] = [idCard.slice(6, 10), idCard.slice(10, 12), idCard.slice(12, 14)].map(Number)
  const born = Date.UTC(year ?? 0, (month ?? 1) - 1, day)
  return born < now.getTime() && (year ?? 0) > now.getUTCFullYear() - 130
}
