import { useEffect, useSyncExternalStore } from 'react'
import { toastSignedOut } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useSessionInActs } from '#kit/session.tsx'
import { onUnsent } from '#kit/unsent.ts'
import { whenIdle } from '#kit/when-idle.ts'
import { CircleAlertIcon } from '#ui/icons.tsx'
import { toast } from '#ui/toast.ts'
import styles from './shell.module.css'

/**
 * Says that the network is away and when it is back. Meanwhile links and searches stay where they are: the browser
 * would put an error of its own in the place of the page and of the input in it.
 */
export function OfflineNotice() {
  const t = useMessages()
  const isAway = useSyncExternalStore(subscribe, networkIsAway, () => false)
  useEffect(() => whenIdle(loadErrorPage), [])
  const isSignedIn = useSessionInActs().user !== null
  useEffect(
    () =>
      onUnsent((why, event) => {
        // a guest goes to sign in
        if (why === 'signedOut' && !isSignedIn) return
        event.preventDefault()
        if (why === 'signedOut') toastSignedOut(t)
        else toast({ tone: 'bad', text: t(why === 'gone' ? 'kit.gone' : 'kit.network_away') })
      }),
    [t, isSignedIn],
  )
  useEffect(() => {
    if (!isAway) return
    const stay = (event: Event) => {
      if (!leavesPage(event)) return
      event.preventDefault()
      event.stopPropagation()
      toast({ tone: 'info', text: t('shell.offline_stay') })
    }
    document.addEventListener('click', stay, true)
    document.addEventListener('submit', stay, true)
    return () => {
      document.removeEventListener('click', stay, true)
      document.removeEventListener('submit', stay, true)
      if (!networkIsAway()) toast({ tone: 'good', text: t('shell.online_again') })
    }
  }, [isAway, t])
  return (
    <div role="status" className={isAway ? styles.offline : 'sr'}>
      {isAway && (
        <>
          <CircleAlertIcon className="icon-s" />
          {t('shell.offline')}
        </>
      )}
    </div>
  )
}

/** While there is a network: what is said of a page that could not be reached must not have to be fetched first. */
function loadErrorPage(): void {
  import('./error-page.tsx').catch(() => undefined)
}

/** A link to another page in this tab, or a form that asks for one. Other forms send by script and say it themselves. */
function leavesPage({ type, target }: Event): boolean {
  if (!(target instanceof Element)) return false
  if (type === 'submit') return target instanceof HTMLFormElement && target.method === 'get'
  const link = target.closest('a')
  if (!link?.href || link.target === '_blank' || link.hasAttribute('download')) return false
  const { origin, pathname, search } = new URL(link.href)
  const here = window.location
  return origin === here.origin && (pathname !== here.pathname || search !== here.search)
}

function networkIsAway(): boolean {
  // in a frame of ours, as the preview of a page, the page around it says so
  return !navigator.onLine && window.parent === window
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
