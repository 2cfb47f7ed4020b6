import { Type } from 'typebox'
import { refuse } from '#kit/errors.ts'
import { askWeixin, type WeixinApi, withSlash } from '#kit/weixin-api.ts'
import { nameFrom, type OutsideSource } from './outside-source.ts'

export interface WeixinSettings extends WeixinApi {
  appId: string
  appSecret: string
  /** Where people confirm. */
  openUrl: string
}

const Token = Type.Object({ access_token: Type.String({ minLength: 1 }), openid: Type.String({ minLength: 1 }) })
const Person = Type.Object({
  openid: Type.String(),
  unionid: Type.String({ minLength: 1, maxLength: 128 }),
  nickname: Type.Optional(Type.String()),
})

/** The chat app: a code to scan, then a code for a token, then the person with the id they have across all its apps. */
export function weixinSource(settings: WeixinSettings): OutsideSource {
  const { appId, appSecret, openUrl } = settings
  const failures = { away: 'provider_unavailable', refused: 'identity_not_proved' } as const

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
      const token = await askWeixin(settings, {
        path: 'sns/oauth2/access_token',
        shape: Token,
        query: { appid: appId, secret: appSecret, code, grant_type: 'authorization_code' },
        ...failures,
      })
      const person = await askWeixin(settings, {
        path: 'sns/userinfo',
        shape: Person,
        query: { access_token: token.access_token, openid: token.openid, lang: 'zh_CN' },
        ...failures,
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
}
