import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { pressAgain } from '#kit/press-again.tsx'
import { VisitProvider, visitOfDocument } from '#kit/visit.tsx'

startTransition(() => {
  hydrateRoot(
    document,
    <VisitProvider value={visitOfDocument()}>
      <HydratedRouter />
    </VisitProvider>,
  )
})
pressAgain()
