import { getSession } from '@lantern/contract/identity/session.ts'
import { readOutbox, sendSmsCode, signInBySms } from '@lantern/contract/identity/sms.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'

/** What a browser is to a site on the network: its cookies, its address, and what it says of itself. */
export interface Visitor {
  cookies: Map<string, string>
  ip: string
  userAgent: string
}

export interface NetworkAnswer {
  status: number
  headers: Headers
  /** The body as it came; checks look at single fields of it. */
  body: Record<string, unknown>
}

export const browsers = {
  desktop: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0',
  mobile: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) Version/18.5 Mobile/15E148 Safari/604.1',
}

export function visitor({ ip = '198.51.100.1', userAgent = browsers.desktop }: Partial<Visitor> = {}): Visitor {
  return { cookies: new Map(), ip, userAgent }
}

/** The same browser, as if its cookies had been copied. */
export function copyOf({ cookies, ip, userAgent }: Visitor): Visitor {
  return { cookies: new Map(cookies), ip, userAgent }
}

export async function ask(origin: string, who: Visitor, path: string, body?: object): Promise<NetworkAnswer> {
  const response = await fetch(`${origin}${path}`, {
    headers: {
      ...headersOf(who),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    who.cookies.set(name, value)
  }
  return { status: response.status, headers: response.headers, body: (await response.json()) as NetworkAnswer['body'] }
}

export function headersOf({ cookies, ip, userAgent }: Visitor): Record<string, string> {
  return {
    'x-forwarded-for': ip,
    'user-agent': userAgent,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  }
}

interface SessionFacts {
  csrfToken: string
  user: { id: string; phone: string } | null
  login: { key: string } | null
}

export async function sessionOf(origin: string, who: Visitor): Promise<SessionFacts> {
  // checked by the contract's own tests; here only three fields of it are read
  return (await ask(origin, who, getSession.path)).body as unknown as SessionFacts
}

/** A call that changes something, with the token for it, which each of the two gives out. */
export async function act(origin: string, who: Visitor, path: string, body: object): Promise<NetworkAnswer> {
  const { csrfToken } = await sessionOf(origin, who)
  return ask(origin, who, `${path}?${wireNames.csrf}=${csrfToken}`, body)
}

export function send(origin: string, mobile: string, who = visitor()): Promise<NetworkAnswer> {
  return act(origin, who, sendSmsCode.path, { smsType: 'main_login', mobile })
}

export function attempt(origin: string, mobile: string, code: string, who = visitor()): Promise<NetworkAnswer> {
  return act(origin, who, signInBySms.path, { smsType: 'main_login', mobile, code })
}

/** The codes that a phone was sent, newest first. */
export async function codesOf(origin: string, phone: string): Promise<string[]> {
  const { body } = await ask(origin, visitor(), `${readOutbox.path}?to=${phone}`)
  return (body.messages as { code: string }[]).map(({ code }) => code)
}

/** Signs in as a person does, on a browser of their own. */
export async function signIn(origin: string, mobile: string, who = visitor()): Promise<Visitor> {
  await send(origin, mobile, who)
  const [code = ''] = await codesOf(origin, mobile)
  const { status, body } = await attempt(origin, mobile, code, who)
  if (status !== 200) throw new Error(`Signing in was answered ${status}: ${JSON.stringify(body)}`)
  return who
}
