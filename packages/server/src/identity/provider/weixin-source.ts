import type { FastifyBaseLogger } from 'fastify'
import { type Static, type TSchema, Type } from 'typebox'
import { Value } from 'typebox/value'
import { refuse } from '#kit/errors.ts'
import { nameFrom, type OutsideSource } from './outside-source.ts'

export interface WeixinSettings {
  appId: string
  appSecret: string
  /** Where people confirm, and where this site asks. */
  openUrl: string
  apiUrl: string
  timeoutSeconds: number
  log: FastifyBaseLogger
  fetch?: typeof globalThis.fetch
}

const Failure = Type.Object({ errcode: Type.Integer(), errmsg: Type.Optional(Type.String()) })
const Token = Type.Object({ access_token: Type.String({ minLength: 1 }), openid: Type.String({ minLength: 1 }) })
const Person = Type.Object({
  openid: Type.String(),
  unionid: Type.String({ minLength: 1, maxLength: 128 }),
  nickname: Type.Optional(Type.String()),
})

/** -1 is what the chat app answers while it is busy, 45009 and 45011 when it was asked too often. */
const busy = new Set([-1, 45_009, 45_011])

/** The chat app: a code to scan, then a code for a token, then the person with the id they have across all its apps. */
export function weixinSource(settings: WeixinSettings): OutsideSource {
  const { appId, appSecret, openUrl, apiUrl } = settings

  return {
    way: 'weixin',

    async start({ callbackUrl, state, locale }) {
      const url = new URL('connect/qrconnect', withSlash(openUrl))
      // in this order: the other site reads them so
      url.search = new URLSearchParams({
        appid: appId,
        redirect_uri: callbackUrl,
        response_type: 'code',
        scope: 'snsapi_login',
        state,
        lang: locale === 'zh_CN' ? 'cn' : 'en',
      }).toString()
      url.hash = 'wechat_redirect'
      return url.href
    },

    async identify({ url }) {
      const code = url.searchParams.get('code')
      // who declines comes back without a code
      if (!code) throw refuse('sign_in_cancelled')
      const token = await ask(settings, 'sns/oauth2/access_token', Token, {
        appid: appId,
        secret: appSecret,
        code,
        grant_type: 'authorization_code',
      })
      const person = await ask(settings, 'sns/userinfo', Person, {
        access_token: token.access_token,
        openid: token.openid,
        lang: 'zh_CN',
      })
      if (person.openid !== token.openid) {
        settings.log.warn('the chat app spoke of somebody else')
        throw refuse('identity_not_proved')
      }
      return {
        way: 'weixin',
        id: person.unionid,
        name: nameFrom(person.nickname),
        phone: null,
        chatAppId: person.unionid,
      }
    },
  }

  async function ask<S extends TSchema>(
    { log, timeoutSeconds, fetch = globalThis.fetch }: WeixinSettings,
    path: string,
    shape: S,
    query: Record<string, string>,
  ): Promise<Static<S>> {
    const url = new URL(path, withSlash(apiUrl))
    url.search = new URLSearchParams(query).toString()
    let status: number
    let text: string
    try {
      const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(timeoutSeconds * 1000) })
      status = response.status
      text = await response.text()
    } catch (cause) {
      log.warn({ path, reason: (cause as Error).message }, 'the chat app is away')
      throw refuse('provider_unavailable', { cause, retryAfterSeconds: 10 })
    }
    // failures come with status 200, and everything as text/plain
    const answer = parsed(text)
    const failure = Value.Check(Failure, answer) && answer.errcode !== 0 ? answer : null
    if (status >= 500 || (failure && busy.has(failure.errcode))) {
      log.warn({ path, status, errcode: failure?.errcode }, 'the chat app is away')
      throw refuse('provider_unavailable', { retryAfterSeconds: 10 })
    }
    if (failure || !Value.Check(shape, answer)) {
      log.warn({ path, status, errcode: failure?.errcode, errmsg: failure?.errmsg }, 'an identity was refused')
      throw refuse('identity_not_proved')
    }
    return answer
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`
}
