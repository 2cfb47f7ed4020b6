import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { pressAgain } from '#kit/press-again.tsx'

startTransition(() => {
  hydrateRoot(document, <HydratedRouter />)
})
pressAgain()
