import { startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { waitForPerson } from '#kit/later.tsx'
import { pressAgain } from '#kit/press-again.tsx'
import { VisitProvider, visitOfDocument } from '#kit/visit.tsx'

waitForPerson()
startTransition(() => {
  hydrateRoot(
    document,
    <VisitProvider value={visitOfDocument()}>
      <HydratedRouter />
    </VisitProvider>,
  )
})
pressAgain()
