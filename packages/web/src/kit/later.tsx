import { type ComponentType, lazy, memo, Suspense } from 'react'
import { PressesAgain } from './press-again.tsx'

/**
 * A part of the page that stands complete in the markup of the server and whose script comes with the first sign of a
 * person: what is read first must not wait for what is pressed later (docs/decisions/008-page-weight.md). Its links and
 * forms work before that, and a press on a button is given to it when it can answer. The parts come alive one after
 * another, so that what a person does meanwhile is answered in between. It is drawn again only when its own properties
 * change.
 */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  const Part = lazy(async () => {
    await myTurn()
    return { default: await untilLoaded(load) }
  })
  return memo((props: Props) => (
    <Suspense>
      <Part {...props} />
      <PressesAgain />
    </Suspense>
  ))
}

/**
 * A part that is fetched when it is first shown: a dialog, or what begins by itself. Without a network nothing is shown
 * until it is back; the page itself stays.
 */
export function lazyPart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  return lazy(() => untilLoaded(load))
}

const signs = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'scroll', 'wheel', 'focusin']

/** Longest wait, for a part that gives no sign or a change that comes by itself. */
const longestMs = 5_000

let isSomebodyThere = false

/** Between two parts while nobody is there who would wait for one. */
const betweenMs = 50

/** Resolves when all parts of the page that have asked for a turn have had theirs. */
let turns: Promise<void> | undefined

/** For a page whose markup the server has sent: its parts stand there, and their scripts wait for a sign of a person. */
export function waitForPerson(): void {
  turns = new Promise<void>((resolve) => {
    const options = { once: true, passive: true, capture: true }
    const onSign = () => {
      isSomebodyThere = true
      resolve()
    }
    for (const sign of signs) window.addEventListener(sign, onSign, options)
    // pressed or typed before this script came
    if (navigator.userActivation?.hasBeenActive) onSign()
    setTimeout(resolve, longestMs)
  })
}

/** Each part begins in a task of its own; on a slow phone all at once would hold up the first press. */
function myTurn(): Promise<void> | undefined {
  const mine = turns?.then(() => new Promise<void>((resolve) => setTimeout(resolve, isSomebodyThere ? 0 : betweenMs)))
  turns = mine
  void mine?.then(() => {
    if (turns === mine) turns = undefined
  })
  return mine
}

const againMs = 30_000

/** A script that the network loses must not take the page with it: its markup stays, and the script is asked for again. */
async function untilLoaded<Part>(load: () => Promise<Part>): Promise<Part> {
  for (;;) {
    try {
      return await load()
    } catch {
      await new Promise<void>((resolve) => {
        window.addEventListener('online', () => resolve(), { once: true })
        setTimeout(resolve, againMs)
      })
    }
  }
}
