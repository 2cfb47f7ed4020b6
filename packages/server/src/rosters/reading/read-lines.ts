import type { MendableField } from '@lantern/contract/rosters/name-list-limits.ts'

/** What a line says of a person; of a class its name and the days of its terms. */
export interface LineFields {
  name: string
  number?: string
  phone?: string
  email?: string
  role?: 'learner' | 'educator'
  /** As the table has it: several with a semicolon between them. */
  class?: string
  startsOn?: string
  endsOn?: string
  /** Of a class: its name beside others of the same title. */
  toldApart?: string
  /** What was typed where it means nothing. */
  roleText?: string
}

/** Why a line cannot be taken, with the cell that is wrong. `detail` is what was expected there, or whom it meets. */
export interface LineFault {
  reason: string
  /** What can be put right on the page. */
  field: MendableField | null
  value: string
  /** The column, as the file calls it. */
  column?: string
  detail?: string
}

export interface ReadLine {
  file: string
  line: number
  /** `other`: of a file that is checked and not kept; stands here only for what is wrong in it. */
  kind: 'class' | 'person' | 'seat' | 'other'
  sourceId: string
  classSourceId: string
  isOver: boolean
  fields: LineFields
  fault: LineFault | null
}

/** Why nothing of a file can be read. */
export interface FileFault {
  code: string
  file: string
  line: number | null
  detail: string
}

export interface ReadList {
  format: 'plain' | 'oneroster'
  faults: FileFault[]
  /** It names everybody, so that who is not in it is gone; the same for places in classes. */
  peopleWhole: boolean
  seatsWhole: boolean
}

export interface NameListInput {
  name: string
  bytes: Uint8Array
}

/** Takes lines as they are read. */
export type TakeLines = (lines: ReadLine[]) => Promise<void>
