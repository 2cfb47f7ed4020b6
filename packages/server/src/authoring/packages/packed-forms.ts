import type { AnyForms } from '@lantern/contract/authoring/forms.ts'
import { parsePart, partsOf } from '../drafts/part-forms.ts'
import { unpackRefs } from './media-refs.ts'
import { PackageRefusal } from './package-archive.ts'
import type { PackedItem, PackedMedia } from './package-shape.ts'

/** The forms of an item in a package, with ids of this site and in the name of their new owner. */
export function formsOfPacked(
  { id, type, forms }: PackedItem,
  { mediaIds, ownerId }: { mediaIds: ReadonlyMap<string, string>; ownerId: string },
): AnyForms {
  const parts = partsOf(type).map((part) => {
    const form = Object(unpackRefs(forms[part], mediaIds)) as Record<string, unknown>
    const named = {
      ...form,
      ...(part === 'general' && { ownerId }),
      ...(part === 'details' && type !== 'quiz' && { authorId: ownerId }),
    }
    try {
      return [part, parsePart(type, part, named)] as const
    } catch (cause) {
      throw new PackageRefusal('broken_item', `${id}: ${part}`, { cause })
    }
  })
  return Object.fromEntries(parts) as unknown as AnyForms
}

const prefixes = { image: 'img', attachment: 'at', video: 'vd' } as const

/** Until they are stored, media that are new here have ids that nothing has. */
export function withPlaceholders(
  media: readonly PackedMedia[],
  known: ReadonlyMap<string, string>,
): Map<string, string> {
  return new Map(media.map(({ ref, kind }) => [ref, known.get(ref) ?? `${prefixes[kind]}_${ref}`]))
}
