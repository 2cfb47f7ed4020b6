import type { DraftReferences } from '@lantern/contract/authoring/drafts.ts'
import type { SkillLevel } from '@lantern/contract/catalog/item-types.ts'
import type { useItemWords } from '#catalog/index.ts'
import type { MessageKey, Translate } from '#kit/messages.tsx'

export interface ValueContext {
  references: DraftReferences
  items: ReturnType<typeof useItemWords>
  t: Translate
}

/** What a form keeps as a code or an id, as one would read it; other text as it is. `name` is the field that it stands in. */
export function fieldValueText(name: string, value: string, { references, items, t }: ValueContext): string {
  if (value === '') return ''
  if (name === 'language') return items.language(value)
  if (name === 'skillLevel') return items.level(value as SkillLevel)
  // a picture and a place in a tool have no names
  if (name === 'thumbnailId') return t('media.kind_image')
  if (name === 'toolLinkId') return t('authoring.field_toolLinkId')
  if (name === 'kind') return t(value === 'choice' ? 'authoring.quiz_kind_choice' : `quiz.kind_${value as 'numeric'}`)
  if (switches.has(name) && (value === 'true' || value === 'false')) return yesOrNo(value === 'true', t)
  const code = codeWords[name]?.[value]
  if (code) return t(code)
  return nameOf(value, references) ?? (holdsIds.test(name) ? t('authoring.unknown_entry') : value)
}

export function yesOrNo(value: boolean, t: Translate): string {
  return t(value ? 'authoring.yes' : 'authoring.no')
}

/** A list of changes has yes and no as text. */
const switches = new Set(
  'isExercise requiredComplete withAll hidden premium offline givesCertificate cancelled withProject required correct shuffleOptions'.split(
    ' ',
  ),
)

const codeWords: Readonly<Record<string, Readonly<Record<string, MessageKey>>>> = {
  optionType: { required: 'authoring.step_required', optional: 'authoring.step_optional' },
  submissionType: { media: 'authoring.submission_media', webgl: 'authoring.submission_webgl' },
}

/** What stands in these fields is no word that one would read; versions are called as their ids. */
const holdsIds = /(?<!Version)Ids?$|^prerequisites$/

function nameOf(
  id: string,
  { items, users, tags, packages, videos, attachments }: DraftReferences,
): string | undefined {
  return (
    items[id]?.title ??
    users[id]?.fullName ??
    tags[id]?.name ??
    packages[id]?.name ??
    videos[id]?.title ??
    attachments[id]?.name
  )
}
