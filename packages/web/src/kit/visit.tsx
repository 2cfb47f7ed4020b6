import { createContext, type ReactNode, Suspense, use } from 'react'

// The page of a member is kept once for all who may see the same, with holes for what is one person's own; each visit
// fills the holes (docs/decisions/036-members-pages.md).

/** What one visit puts into a kept page: by name, the part of the loaders' data that is the visitor's own. */
export interface Visit {
  own: Readonly<Record<string, unknown>>
  /** In the browser: what the loaders of the kept page had in its place. */
  replaced: Map<string, unknown>
  /**
   * On the server, where it is known what stands in each hole for nobody and need not be drawn again: the same visit as it
   * is inside of a hole, all of which is drawn.
   */
  inHole?: Visit
}

/**
 * In the place of a visit while a page is being made for all. Its holes wait for a visitor who never comes: a promise of
 * that page alone, because React notes in a promise what waits for it, and one for all pages would hold them all.
 */
export class Everybody {
  readonly visitor = new Promise<never>(() => undefined)
}

/**
 * In the place of a visit while it is found out what stands in the holes for a visitor who has nothing of their own there.
 * Nobody is here: a part that asks who is, is not one of these.
 */
export class Nobody {
  readonly isInHole: boolean

  constructor(isInHole = false) {
    this.isInHole = isInHole
  }
}

/** What a visit draws into a hole where it has nothing of its own; in its place stands what is there for nobody. */
export const asForNobody = '\uE000'

/** `null`: the page is made for its visitor alone, by whose rights all loaders have asked. */
const VisitContext = createContext<Visit | Everybody | Nobody | null>(null)

export const VisitProvider = VisitContext.Provider

/** Reading who is here ends the part of a page that is kept for all: there a hole is left. */
export function useVisitor(): void {
  if (!import.meta.env.SSR) return
  const visit = use(VisitContext)
  if (visit instanceof Everybody) use(visit.visitor)
  if (visit instanceof Nobody) throw new NobodyIsHere()
}

type PersonalProps = {
  children: ReactNode
  /**
   * False where this visitor has nothing of their own: what is here for everybody stands here for them too, and need not
   * be drawn for their visit. Such a part asks nowhere who is here.
   */
  isOwn?: boolean
}

/**
 * What is one person's own: a hole in the kept page. Everything that depends on `useOwn` or on the visitor is drawn
 * inside of one, or hydration finds another page than the kept markup.
 */
export function Personal({ children, isOwn }: PersonalProps) {
  return (
    <Suspense>
      <Visited isOwn={isOwn}>{children}</Visited>
    </Suspense>
  )
}

function Visited({ children, isOwn }: { children: ReactNode; isOwn: boolean | undefined }) {
  const visit = use(VisitContext)
  if (!import.meta.env.SSR || visit === null) return children
  if ('own' in visit) {
    if (!visit.inHole) return children
    return isOwn === false ? asForNobody : <VisitContext value={visit.inHole}>{children}</VisitContext>
  }
  if (visit instanceof Everybody) return use(visit.visitor)
  if (isOwn !== undefined) return <VisitContext value={inHole}>{children}</VisitContext>
  if (visit.isInHole) throw new NobodyIsHere()
  // what is drawn for every visit need not be known
  return null
}

class NobodyIsHere extends Error {
  override message = 'A Personal that says `isOwn` holds what asks who is here'
}

const inHole = new Nobody(true)

/**
 * The visitor's own part of a page's data: `loaded` as the loaders gave it, but in a kept page, whose loaders saw nobody,
 * what the visit brought under this name. It does not suspend: it is drawn inside of `Personal`.
 */
export function useOwn<Own>(name: string, loaded: Own): Own {
  const visit = use(VisitContext)
  if (visit === null || !('own' in visit) || !Object.hasOwn(visit.own, name)) return loaded
  if (!visit.replaced.has(name)) visit.replaced.set(name, loaded)
  // what the router has loaded since, it has loaded for this visitor; own-data.ts says by which name what is
  return visit.replaced.get(name) === loaded ? (visit.own[name] as Own) : loaded
}

const elementId = 'visit'

/** Brings the visitor's part to the browser. */
export function VisitData() {
  const visit = use(VisitContext)
  if (visit === null || !('own' in visit)) return null
  // no end tag of the script can stand in it
  const json = import.meta.env.SSR ? JSON.stringify(visit.own).replaceAll('<', '\\u003c') : ''
  return (
    <script
      id={elementId}
      type="application/json"
      suppressHydrationWarning
      dangerouslySetInnerHTML={{ __html: json }}
    />
  )
}

/** The visit of this document; null where its page was made for its visitor alone. */
export function visitOfDocument(): Visit | null {
  const json = document.getElementById(elementId)?.textContent
  return json ? { own: JSON.parse(json) as Visit['own'], replaced: new Map() } : null
}
