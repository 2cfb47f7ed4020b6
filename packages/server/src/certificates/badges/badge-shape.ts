import { Type } from 'typebox'
import { Compile } from 'typebox/compile'
import { credentialsContext } from './contexts.ts'

// What an Open Badge 3.0 has to say, in the words of either version of credentials. What it says besides is left to the proof:
// a word that no context knows is refused there.

const typed = (name: string) =>
  Type.Union([Type.Literal(name), Type.Array(Type.String(), { contains: { const: name } })])
const oneOrMore = <T extends ReturnType<typeof Type.Object>>(schema: T) => Type.Union([schema, Type.Array(schema)])

const Id = Type.String({ minLength: 1 })
const Profile = Type.Object({
  id: Id,
  type: typed('Profile'),
  name: Type.Optional(Type.String()),
  otherIdentifier: Type.Optional(Type.Array(Type.Object({ type: typed('IdentifierEntry') }))),
  parentOrg: Type.Optional(Type.Object({ id: Id, type: typed('Profile') })),
})

const Subject = Type.Object({
  id: Type.Optional(Id),
  type: typed('AchievementSubject'),
  identifier: Type.Optional(
    oneOrMore(Type.Object({ type: typed('IdentityObject'), identityHash: Type.String(), identityType: Type.String() })),
  ),
  result: Type.Optional(Type.Array(Type.Object({ type: typed('Result') }))),
  source: Type.Optional(Profile),
  achievement: Type.Object({
    id: Id,
    type: typed('Achievement'),
    name: Type.String(),
    description: Type.String(),
    criteria: Type.Object({}),
    resultDescription: Type.Optional(Type.Array(Type.Object({ type: typed('ResultDescription') }))),
  }),
})

const BadgeShape = Compile(
  Type.Object({
    '@context': Type.Array(Type.Unknown(), { minItems: 2 }),
    id: Id,
    type: Type.Array(Type.String()),
    name: Type.Optional(Type.String()),
    issuer: Profile,
    validFrom: Type.Optional(Type.String()),
    issuanceDate: Type.Optional(Type.String()),
    validUntil: Type.Optional(Type.String()),
    expirationDate: Type.Optional(Type.String()),
    credentialSubject: Subject,
    credentialStatus: Type.Optional(oneOrMore(Type.Object({ type: Type.String() }))),
    credentialSchema: Type.Optional(Type.Unknown()),
    evidence: Type.Optional(Type.Array(Type.Object({ type: typed('Evidence') }))),
    proof: Type.Optional(Type.Unknown()),
  }),
)

export type BadgeWords = ReturnType<typeof BadgeShape.Parse>

const credentialContexts: unknown[] = [credentialsContext, 'https://www.w3.org/2018/credentials/v1']
const badgeTypes = ['OpenBadgeCredential', 'AchievementCredential']

export function shapeFault(words: unknown): 'form_none' | 'form_kind' | 'form_incomplete' | null {
  if (typeof words !== 'object' || words === null) return 'form_none'
  const { '@context': contexts, type } = words as Record<string, unknown>
  const types = [type].flat()
  if (!types.includes('VerifiableCredential')) return 'form_none'
  if (!badgeTypes.some((one) => types.includes(one))) return 'form_kind'
  const [first, ...rest] = [contexts].flat()
  if (!credentialContexts.includes(first) || !rest.some(isOpenBadges)) return 'form_kind'
  return isBadge(words) ? null : 'form_incomplete'
}

export function isBadge(words: unknown): words is BadgeWords {
  return BadgeShape.Check(words) && Boolean(words.validFrom ?? words.issuanceDate)
}

function isOpenBadges(context: unknown): boolean {
  return typeof context === 'string' && /^https:\/\/purl\.imsglobal\.org\/spec\/ob\/v3p0\/context/.test(context)
}
