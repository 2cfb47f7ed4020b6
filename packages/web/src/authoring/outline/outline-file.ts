import type { OutlineForms } from '@lantern/contract/authoring/forms.ts'
import { isDocument } from '@lantern/contract/media/plain-text.ts'
import type { RichText } from '@lantern/contract/media/rich-document.ts'
import type { MessageKey } from '#kit/messages.tsx'

// The words of a project or a course in a file of their own, to be changed elsewhere and brought back.

const format = 'lantern-outline'

export interface OutlineWords {
  description: RichText
  objective: string
  careerGoals: string
}

interface Exported {
  id: string
  partVersions: Readonly<Record<string, number>>
}

/** The parts that the words stand in: when one of them is saved anew, an earlier export is out of date. */
const parts = ['general', 'details'] as const

export function outlineFile({ id, partVersions }: Exported, { general, details }: OutlineForms): string {
  const { description } = general
  const { objective, careerGoals } = details
  const basedOn = Object.fromEntries(parts.map((part) => [part, partVersions[part] ?? 0]))
  return `${JSON.stringify({ format, id, basedOn, description, objective, careerGoals }, null, 2)}\n`
}

export type ReadOutline = { kind: 'read'; words: OutlineWords } | { kind: 'refused'; key: MessageKey }

/** What the file says, or the one thing that is wrong with it. Nothing is taken of a file that is wrong anywhere. */
export function readOutlineFile(text: string, { id, partVersions }: Exported): ReadOutline {
  const file = parsed(text)
  if (file === null || file.format !== format || file.id !== id) return refused('authoring.fault_json')
  const { description, careerGoals, objective } = file
  if (!(typeof description === 'string' || isDocument(description))) return refused('json_description_error')
  if (typeof careerGoals !== 'string') return refused('json_career_goals_error')
  if (typeof objective !== 'string') return refused('json_objective_error')
  const basedOn = (file.basedOn ?? {}) as Record<string, unknown>
  if (parts.some((part) => basedOn[part] !== (partVersions[part] ?? 0))) return refused('json_expired')
  return { kind: 'read', words: { description, careerGoals, objective } }
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : null
  } catch {
    return null
  }
}

function refused(key: MessageKey): ReadOutline {
  return { kind: 'refused', key }
}
