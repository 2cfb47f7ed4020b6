import type { CourseFormat, CourseImport } from '@lantern/contract/authoring/course-imports.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge, type BadgeTone } from '#ui/badge.tsx'

/** Names of standards and programs, the same in every language. */
export const formatNames: Record<CourseFormat, string> = {
  cc: 'Common Cartridge',
  thin_cc: 'Thin Common Cartridge',
  olx: 'Open edX',
  mbz: 'Moodle',
}

const tones: Record<CourseImport['state'], BadgeTone> = {
  reading: 'accent',
  planned: 'plain',
  importing: 'accent',
  done: 'good',
  refused: 'bad',
}

export function ImportState({ state }: Pick<CourseImport, 'state'>) {
  const t = useMessages()
  return <Badge tone={tones[state]}>{t(`authoring.courses.state_${state}`)}</Badge>
}

export function importsPath(campus: boolean): string {
  return campus ? '/campus/creator/imports' : '/creator/imports'
}

export function importPath({ id, campus }: Pick<CourseImport, 'id' | 'campus'>): string {
  return `${importsPath(campus)}/${encodeURIComponent(id)}`
}
