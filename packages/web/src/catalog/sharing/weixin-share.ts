import type { getWeixinShareConfig, WeixinShareConfig } from '@lantern/contract/catalog/sharing.ts'
import wx from 'weixin-js-sdk'
import { call } from '#kit/call.ts'

export type SharedPage = Pick<WeixinShareConfig, 'title' | 'desc' | 'link' | 'imgUrl'>

/**
 * Tells WeChat how the page at this path and query looks when its visitor shares it. Rejects when WeChat does not take the
 * set-up.
 */
export async function setUpWeixinShare(address: string, page: SharedPage): Promise<void> {
  const signature = await call<typeof getWeixinShareConfig>('GET /api/learn/cn/weixin/shareConfig', {
    query: { url: signedAddress(address) },
  })
  await handOver({ ...signature, debug: false, ...page })
}

/** On iOS WeChat compares with the address at which the site was opened, elsewhere with the present one. */
function signedAddress(address: string): string {
  const [opened] = performance.getEntriesByType('navigation')
  const isOnIos = /iPhone|iPad/.test(navigator.userAgent)
  return isOnIos && opened ? opened.name.replace(/#.*$/s, '') : new URL(address, window.location.origin).href
}

function handOver({ title, desc, link, imgUrl, ...config }: WeixinShareConfig): Promise<void> {
  return new Promise((done, failed) => {
    wx.error((answer) => failed(new Error(answer.errMsg)))
    wx.config({ ...config, jsApiList: ['updateAppMessageShareData', 'updateTimelineShareData'] })
    wx.ready(() => {
      wx.updateAppMessageShareData({
        ...{ title, desc, link, imgUrl },
        success: () => wx.updateTimelineShareData({ title, link, imgUrl, success: () => done() }),
      })
    })
  })
}
