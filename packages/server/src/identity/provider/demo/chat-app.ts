import { randomBytes } from 'node:crypto'
import { chatAppPeople, type DemoPerson } from './people.ts'

export interface DemoChatApp {
  people: readonly DemoPerson[]
  /** The person confirmed on their phone: the code that goes back with the browser. */
  confirm(personId: string): string | null
  /** GET /sns/oauth2/access_token */
  answerToken(query: Record<string, string>): object
  /** GET /sns/userinfo */
  answerPerson(query: Record<string, string>): object
}

const codeLifetimeMs = 5 * 60_000
const tokenLifetimeMs = 7_200_000

/** Plays the chat app: the same calls, the same fields, the same error numbers, codes that work once. */
export function demoChatApp(
  { appId, appSecret }: { appId: string; appSecret: string },
  people: readonly DemoPerson[] = chatAppPeople,
): DemoChatApp {
  const codes = new Map<string, { person: DemoPerson; until: number; used: boolean }>()
  const tokens = new Map<string, { person: DemoPerson; until: number }>()

  return {
    people,

    confirm(personId) {
      const person = people.find(({ id }) => id === personId)
      if (!person) return null
      dropExpired(codes)
      const code = secret()
      codes.set(code, { person, until: Date.now() + codeLifetimeMs, used: false })
      return code
    },

    answerToken({ appid, secret: given, code = '', grant_type: grantType }) {
      if (appid !== appId) return { errcode: 40_013, errmsg: 'invalid appid' }
      if (given !== appSecret) return { errcode: 40_125, errmsg: 'invalid appsecret' }
      if (grantType !== 'authorization_code') return { errcode: 40_002, errmsg: 'invalid grant_type' }
      const found = codes.get(code)
      if (!found || found.until <= Date.now()) return { errcode: 40_029, errmsg: 'invalid code' }
      if (found.used) return { errcode: 40_163, errmsg: 'code been used' }
      found.used = true
      const { person } = found
      const token = secret()
      dropExpired(tokens)
      tokens.set(token, { person, until: Date.now() + tokenLifetimeMs })
      return {
        access_token: token,
        expires_in: tokenLifetimeMs / 1000,
        refresh_token: secret(),
        openid: openIdOf(person),
        scope: 'snsapi_login',
        unionid: person.id,
      }
    },

    answerPerson({ access_token: token = '', openid }) {
      const found = tokens.get(token)
      if (!found || found.until <= Date.now()) return { errcode: 40_001, errmsg: 'invalid credential' }
      const { person } = found
      if (openid !== openIdOf(person)) return { errcode: 40_003, errmsg: 'invalid openid' }
      return {
        openid,
        nickname: person.name,
        sex: 0,
        language: '',
        city: '',
        province: '',
        country: '',
        headimgurl: '',
        privilege: [],
        unionid: person.id,
      }
    },
  }

  /** Each app sees another id of the same person; `unionid` is what they share. */
  function openIdOf(person: DemoPerson): string {
    return `${appId}-${person.id}`
  }
}

function dropExpired(kept: Map<string, { until: number }>): void {
  const now = Date.now()
  for (const [key, { until }] of kept) if (until <= now) kept.delete(key)
}

function secret(): string {
  return randomBytes(24).toString('base64url')
}
