import { editedTypes } from '@lantern/contract/authoring/forms.ts'
import { attachmentKinds } from '@lantern/contract/media/upload-rules.ts'
import { type Static, Type } from 'typebox'

// A package says of itself what it holds: `package.json` lists every other file with its hash. Nothing in it depends on
// when or where it was written, so the same content always gives the same bytes.

export const packageFormat = 'lantern-package'
export const packageVersion = 1
export const manifestPath = 'package.json'

const gigabyte = 1024 ** 3
export const packageLimits = {
  items: 1_000,
  files: 6_000,
  /** With folders, which are left out. */
  entries: 20_000,
  /** Limit for all files together. */
  bytes: 20 * gigabyte,
  /** How many times its own size a package may unpack to, once it is more than a little: ours are not even compressed. */
  ratio: 200,
  ratioFreeBytes: 64 * 1024 ** 2,
  /** Limit for one descriptive (JSON) file. */
  textBytes: 32 * 1024 ** 2,
  /** Limit for all items: they are in memory at once. */
  textBytesTogether: 128 * 1024 ** 2,
} as const

const Sha256 = Type.String({ pattern: '^[0-9a-f]{64}$' })
const Id = Type.String({ pattern: '^[\\w-]{1,100}$' })
const Language = Type.String({ pattern: '^[a-z]{2}(-[\\w-]{1,20})?$' })
const Name = Type.String({ minLength: 1, maxLength: 300 })

const Item = Type.Object(
  {
    id: Id,
    type: Type.Enum([...editedTypes]),
    language: Language,
    title: Type.String({ maxLength: 1000 }),
    file: Type.String({ pattern: '^items/[\\w-]{1,100}\\.json$' }),
    sha256: Sha256,
  },
  { additionalProperties: false },
)

const Caption = Type.Object(
  { language: Type.String({ maxLength: 20 }), isDefault: Type.Boolean(), vtt: Type.String({ maxLength: 4_000_000 }) },
  { additionalProperties: false },
)

/** `ref` is what items name it by. */
const Media = Type.Object(
  {
    ref: Type.String({ pattern: '^[0-9a-f]{40}$' }),
    kind: Type.Enum(['image', 'attachment', 'video']),
    file: Type.String({ pattern: '^media/[0-9a-f]{64}$' }),
    sha256: Sha256,
    byteSize: Type.Integer({ minimum: 1 }),
    name: Name,
    /** Purpose of an attachment. */
    use: Type.Optional(Type.Enum([...attachmentKinds])),
    alt: Type.Optional(Type.String({ maxLength: 1000 })),
    /** Of a video. */
    title: Type.Optional(Type.String({ maxLength: 1000 })),
    isPrivate: Type.Optional(Type.Boolean()),
    captions: Type.Optional(Type.Array(Caption, { maxItems: 100 })),
  },
  { additionalProperties: false },
)
export type PackedMedia = Static<typeof Media>

export const Manifest = Type.Object(
  {
    format: Type.Literal(packageFormat),
    version: Type.Literal(packageVersion),
    root: Id,
    items: Type.Array(Item, { minItems: 1, maxItems: packageLimits.items }),
    media: Type.Array(Media, { maxItems: packageLimits.files }),
  },
  { additionalProperties: false },
)
export type Manifest = Static<typeof Manifest>

/** The file of one item: its forms as the editors have them, without people, with media by their ref. */
export const PackedItem = Type.Object(
  {
    id: Id,
    type: Type.Enum([...editedTypes]),
    // a part of an address, and none that reads as an id
    slug: Type.String({ maxLength: 160, pattern: '^(?![a-z]{1,3}_)[\\p{L}\\p{N}][\\p{L}\\p{M}\\p{N}._-]*$' }),
    translationGroup: Type.String({ pattern: '^[\\w.:/-]{1,300}$' }),
    forms: Type.Record(Type.String(), Type.Unknown()),
  },
  { additionalProperties: false },
)
export type PackedItem = Static<typeof PackedItem>

/** JSON with its fields in one order, independent of the order in which they were made. */
export function stableJson(value: unknown): string {
  return `${JSON.stringify(inOrder(value), null, 1)}\n`
}

function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).filter(([, inner]) => inner !== undefined)
  return Object.fromEntries(
    entries.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, inOrder(inner)]),
  )
}
