import type { sourceProblems } from '@lantern/contract/rosters/oneroster-source.ts'

export type SourceProblem = (typeof sourceProblems)[number]

/** Why the system outside cannot be read. */
export class SourceFault extends Error {
  readonly problem: SourceProblem
  readonly status: number | null
  /** What was asked for. */
  readonly detail: string

  constructor(problem: SourceProblem, detail: string, status: number | null = null) {
    super(`${problem} (${detail})`)
    this.problem = problem
    this.detail = detail
    this.status = status
  }
}
