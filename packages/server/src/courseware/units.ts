import type { PackageFault, PackageStandard } from '@lantern/contract/courseware/package-rules.ts'

/** A line of the tree of a package, as `courseware_versions.units` keeps it: parents stand before their children. */
export interface Unit {
  /** The item's identifier (SCORM), or the IRI that the publisher gave it (cmi5). */
  id: string
  title: string
  /** -1: the organization of SCORM 2004 itself, which has rules for all that it holds and stands in no list. */
  depth: number
  /** Path inside of the package with its query, or an absolute address (cmi5). Null: a group. */
  href: string | null
  /** SCORM: from which scaled score on it is passed, 0 to 1 (2004), or 0 to 100 (1.2). cmi5: 0 to 1. */
  masteryScore?: number
  /** SCORM: what the package tells its own content. cmi5: launchParameters. */
  launchData?: string
  /** As the manifest writes it: HHHH:MM:SS (1.2) or PT… (2004). */
  maxTime?: string
  timeLimitAction?: string
  /** SCORM 2004: from which progress on it is completed, 0 to 1. */
  completionThreshold?: number
  /** SCORM 2004: identifiers of its objectives, the primary one first. */
  objectives?: string[]
  /** SCORM 1.2: what must be done before. */
  prerequisites?: string
  /** SCORM 2004: what holds before it is opened, any of these. */
  rules?: BeforeRule[]
  /** SCORM 2004: when it ends, with a unit in it, any of these. */
  exits?: SequencingRule[]
  /** SCORM 2004: where to go on when it has ended; the first that holds. */
  after?: AfterRule[]
  /** SCORM 2004: what its children add up to. */
  rollup?: RollupRule[]
  /** SCORM 2004: how much its measure counts in what holds it; left out: 1. */
  weight?: number
  /** SCORM 2004: when it counts in what holds it, for each result of that; left out: always. */
  counts?: Partial<Record<RollupAction, CountedWhen>>
  /** SCORM 2004: its children cannot be chosen (`choice`) and are gone through in their order. */
  isInOrder?: boolean
  /** SCORM 2004: its children can be gone through with "continue" and "previous" (`flow`). */
  flows?: boolean
  /** SCORM 2004: its children are not gone back through. */
  isForwardOnly?: boolean
  /** SCORM 2004: who is in it can choose nothing outside of it (`choiceExit`). */
  keepsInside?: boolean
  /** SCORM 2004: what it holds can be chosen while it is gone through alone (`preventActivation`). */
  preventsActivation?: boolean
  /** SCORM 2004: who is in it chooses within it and in what lies next to it (`constrainChoice`). */
  constrainsChoice?: boolean
  /** SCORM 2004: how often it can be begun. */
  attemptLimit?: number
  /** SCORM 2004: buttons that it has itself. */
  hides?: HiddenButton[]
  /** SCORM 2004: objectives of the package that it reads or writes. */
  sharedObjectives?: SharedObjective[]
  moveOn?: MoveOn
  opensWindow?: boolean
  entitlementKey?: string
}

export interface SequencingCondition {
  /** As the specification names it. */
  condition: string
  isNot: boolean
  /** One of the unit's own; left out: the primary one. */
  objective?: string
  measure?: number
}

export interface SequencingRule {
  conditions: SequencingCondition[]
  /** One condition is enough. */
  isAny: boolean
}

export const beforeActions = ['disabled', 'hiddenFromChoice', 'skip', 'stopForwardTraversal'] as const
export type BeforeAction = (typeof beforeActions)[number]

export interface BeforeRule extends SequencingRule {
  /** Left out by versions that were imported before more than one was told apart: it cannot be opened. */
  action?: BeforeAction
}

export const afterActions = ['exitParent', 'exitAll', 'retry', 'retryAll', 'continue', 'previous'] as const

export interface AfterRule extends SequencingRule {
  action: (typeof afterActions)[number]
}

/** Of the page around a unit (`hideLMSUI`); its other values name buttons that the page does not have. */
export const hiddenButtons = ['continue', 'previous'] as const
export type HiddenButton = (typeof hiddenButtons)[number]

export const rollupActions = ['satisfied', 'notSatisfied', 'completed', 'incomplete'] as const
export type RollupAction = (typeof rollupActions)[number]

export const countedWhen = ['never', 'ifAttempted', 'ifNotSkipped', 'ifNotSuspended'] as const
export type CountedWhen = (typeof countedWhen)[number]

export interface RollupRule extends SequencingRule {
  set: 'all' | 'any' | 'none' | 'atLeastCount' | 'atLeastPercent'
  /** How many children, or which share of them. */
  count: number
  action: RollupAction
}

export interface SharedObjective {
  /** Null: the primary one. */
  objective: string | null
  /** What the package calls it. */
  target: string
  reads: boolean
  writes: boolean
}

export const moveOns = ['Passed', 'Completed', 'CompletedAndPassed', 'CompletedOrPassed', 'NotApplicable'] as const
export type MoveOn = (typeof moveOns)[number]

/** What the manifest of a package says. */
export interface Manifest {
  standard: PackageStandard
  title: string
  courseIri: string | null
  units: Unit[]
}

/** A package that cannot be imported. `detail` names a file, a line or a value of it. */
export class PackageRefusal extends Error {
  readonly fault: PackageFault
  readonly detail: string

  constructor(fault: PackageFault, detail = '', options?: ErrorOptions) {
    super(`${fault} ${detail}`, options)
    this.fault = fault
    this.detail = detail.slice(0, 300)
  }
}

export const mostUnits = 2000

/**
 * The path of a file of the package that a manifest names, without query and fragment. An address elsewhere and a path that
 * leaves the package are refused.
 */
export function pathInside(href: string, base = ''): string {
  const isElsewhere = /^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith('/') || href.startsWith('\\')
  if (isElsewhere || href.includes('\0')) throw new PackageRefusal('points_outside', href)
  const parts: string[] = []
  for (const part of `${base}${href.replace(/[?#].*$/s, '')}`.replaceAll('\\', '/').split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) throw new PackageRefusal('points_outside', href)
    } else if (part !== '.' && part !== '') parts.push(decoded(part))
  }
  if (parts.some((part) => part === '..' || part.includes('/') || part.includes('\0'))) {
    throw new PackageRefusal('points_outside', href)
  }
  return parts.join('/')
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Query and fragment of an address. */
export function tailOf(href: string): string {
  return /[?#].*$/s.exec(href)?.[0] ?? ''
}
