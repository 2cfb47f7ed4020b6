import { Suspense } from 'react'
import { useHydrated } from '#kit/hydrated.ts'
import { later, lazyPart } from '#kit/later.tsx'
import { useSession } from '#kit/session.tsx'

export const ProseViewers = later(async () => (await import('./prose-viewers.tsx')).ProseViewers)

const Watermark = lazyPart(async () => ({ default: (await import('./watermark.tsx')).Watermark }))

/** The name of the person who looks, over what is paid for; never part of a page that is kept. */
export function OwnWatermark() {
  const { user, features, site } = useSession()
  const isHydrated = useHydrated()
  if (!isHydrated || !user || !features.watermark) return null
  return (
    <Suspense>
      <Watermark lines={[user.fullName || user.name, `${site.name} ${user.id.slice(-8)}`]} />
    </Suspense>
  )
}

/** A build, which comes when its button is pressed. */
export const BuildFrame = later(async () => (await import('./webgl-frame.tsx')).WebglFrame)
