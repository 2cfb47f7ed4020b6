import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useSite } from '#kit/session.tsx'
import type { SharedPage } from './weixin-share.ts'

/** Sets up what WeChat shows of a shared link to this page; its script is loaded inside of WeChat alone. */
export function useWeixinShare({ title, desc, link, imgUrl }: SharedPage): void {
  const { features } = useSite()
  const { pathname, search } = useLocation()
  const address = pathname + search
  useEffect(() => {
    if (!features.weixinShare || !isInWeixin()) return
    import('./weixin-share.ts')
      .then(({ setUpWeixinShare }) => setUpWeixinShare(address, { title, desc, link, imgUrl }))
      // without it WeChat shows the bare link
      .catch((error: unknown) => console.warn('WeChat does not share this page', error))
  }, [features.weixinShare, address, title, desc, link, imgUrl])
}

/** Whether this is the browser inside of WeChat. */
export function isInWeixin(): boolean {
  return /MicroMessenger/i.test(navigator.userAgent)
}
