import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useSession } from '#kit/session.tsx'
import { takeBasicInfoWish } from './basic-info-wish.ts'

const BasicInfoDialog = lazyPart(async () => ({ default: (await import('./basic-info-dialog.tsx')).BasicInfoDialog }))

/** Asks a newly signed-up person for the rest of the profile. */
export function BasicInfoStarter() {
  const isSignedIn = useSession().user !== null
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (isSignedIn && takeBasicInfoWish()) setOpen(true)
  }, [isSignedIn])
  if (!isOpen) return null
  return (
    <Suspense>
      <BasicInfoDialog onClose={() => setOpen(false)} />
    </Suspense>
  )
}
