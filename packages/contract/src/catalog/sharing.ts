import { type Static, Type } from 'typebox'
import { endpoint, object } from '../endpoint.ts'

/** What WeChat's browser checks before a page may say how it looks when it is shared. */
const WeixinSignature = object({
  appId: Type.String(),
  /** Seconds since 1970. */
  timestamp: Type.Integer(),
  nonceStr: Type.String(),
  signature: Type.String(),
})

/** All of a page's set-up in WeChat: the signature, and what the chat shows of a shared link. */
export interface WeixinShareConfig extends Static<typeof WeixinSignature> {
  /** True: WeChat shows the answer of each call in a dialog. */
  debug: boolean
  title: string
  desc: string
  link: string
  imgUrl: string
}

export const getWeixinShareConfig = endpoint('GET /api/learn/cn/weixin/shareConfig', {
  summary: 'The signature with which a page of this site sets up its sharing in WeChat',
  access: 'public',
  /** The page as WeChat's browser has it; what follows a `#` is not signed. */
  query: object({ url: Type.String({ minLength: 1, maxLength: 4000 }) }),
  response: WeixinSignature,
  errors: ['not_found', 'unavailable'],
})
