import type { JWTPayload } from 'jose'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { addressOf, claimBase, deepLinkingBase, originsOf, recordOf, textOf, textsOf } from './claims.ts'
import { clockToleranceSeconds, readSigned } from './outside-keys.ts'
import type { ReadyPlatform } from './ready-platform.ts'
import { noteRefusal, refusalReason } from './refusals.ts'

/** What a launch said, as far as it is needed here. */
export interface Launch {
  /** The person, by the platform's name for them. */
  subject: string
  /** Empty where the platform does not say it. */
  name: string
  isTeacher: boolean
  deploymentId: string
  /** Where it leads, a path of this site. */
  path: string
  /** Origins that may show the content in a frame. */
  frameOrigins: string[]
  /** Somebody comes to choose what a link opens. */
  choosing?: ChoiceRequest
  claims: Record<string, unknown>
}

/** What a platform says of a choice that it wants. */
export interface ChoiceRequest {
  deploymentId: string
  returnUrl: string
  /** Goes back with the choice as it came. */
  data: string | null
  takesScore: boolean
}

const teacherRole = /(?:^|#|\/)(?:Instructor|Faculty|Staff|ContentDeveloper|Mentor|Administrator|TeachingAssistant)$/

/** Checks the token of a launch; throws `lti_refused` and says in the log what was wrong with it. */
export async function readLaunch(
  services: Services,
  platform: ReadyPlatform,
  { token, nonce }: { token: string; nonce: string },
): Promise<Launch> {
  const claims = await verified(services, platform, token)
  const said = (name: string) => claims[`${claimBase}${name}`]
  const wrong = firstWrong(platform, claims, nonce)
  if (wrong) throw await refused(services, platform, wrong)
  const target = textOf(said('target_link_uri'))
  const presentation = recordOf(said('launch_presentation'))
  return {
    subject: claims.sub ?? '',
    name: (textOf(claims.name) || [textOf(claims.given_name), textOf(claims.family_name)].join(' ')).trim(),
    isTeacher: isTeacher(said('roles')),
    deploymentId: textOf(said('deployment_id')),
    path: pathHere(services, target),
    frameOrigins: originsOf([platform.issuer, platform.authUrl, textOf(presentation.return_url)]),
    ...(said('message_type') === 'LtiDeepLinkingRequest' && { choosing: choiceOf(claims) }),
    claims: Object.fromEntries(
      Object.entries(claims).filter(([name]) => name.startsWith('https://purl.imsglobal.org/')),
    ),
  }
}

function firstWrong(platform: ReadyPlatform, claims: JWTPayload, nonce: string): string | null {
  const said = (name: string) => claims[`${claimBase}${name}`]
  if (claims.nonce !== nonce) return 'nonce'
  if (!claims.sub || claims.sub.length > 255) return 'sub'
  if (Array.isArray(claims.aud) && claims.aud.length > 1 && claims.azp !== platform.clientId) return 'azp'
  if (said('version') !== '1.3.0') return 'version'
  if (said('message_type') === 'LtiDeepLinkingRequest') {
    const settings = recordOf(claims[`${deepLinkingBase}deep_linking_settings`])
    if (!addressOf(settings.deep_link_return_url)) return 'deep_link_return_url'
    if (!isTeacher(said('roles'))) return 'roles'
    if (!textsOf(settings.accept_types).includes('ltiResourceLink')) return 'accept_types'
  } else if (said('message_type') !== 'LtiResourceLinkRequest') return 'message_type'
  if (!platform.deploymentIds.includes(textOf(said('deployment_id')))) return 'deployment_id'
  return null
}

async function verified(services: Services, platform: ReadyPlatform, token: string): Promise<JWTPayload> {
  const read = await readSigned(services, token, {
    jwksUrl: platform.jwksUrl,
    issuer: platform.issuer,
    audience: platform.clientId,
    requiredClaims: ['exp', 'iat', 'nonce', 'sub'],
  })
  if ('reason' in read) throw await refused(services, platform, read.reason, read.cause)
  const ahead = (read.payload.iat ?? 0) - services.clock.now().getTime() / 1000
  if (ahead > clockToleranceSeconds) throw await refused(services, platform, 'iat')
  return read.payload
}

async function refused(services: Services, platform: ReadyPlatform, reason: string, cause?: unknown) {
  services.log.warn({ platform: platform.id, reason }, 'a launch was refused')
  await noteRefusal(services, 'platform', platform.id, refusalReason(reason, { iss: 'issuer', aud: 'client' }))
  return refuse('lti_refused', cause === undefined ? {} : { cause })
}

/** A page of this site that the platform names; anything else leads home. */
function pathHere({ config }: Services, address: string): string {
  if (!URL.canParse(address)) return '/'
  const { origin, pathname, search, hash } = new URL(address)
  return origin === new URL(config.publicUrl).origin && !pathname.startsWith('/lti/') && !pathname.startsWith('//')
    ? `${pathname}${search}${hash}`
    : '/'
}

function choiceOf(claims: JWTPayload): ChoiceRequest {
  const settings = recordOf(claims[`${deepLinkingBase}deep_linking_settings`])
  return {
    deploymentId: textOf(claims[`${claimBase}deployment_id`]),
    returnUrl: addressOf(settings.deep_link_return_url) ?? '',
    data: typeof settings.data === 'string' ? settings.data : null,
    takesScore: settings.accept_lineitem !== false,
  }
}

export function isTeacher(roles: unknown): boolean {
  return textsOf(roles).some((role) => teacherRole.test(role))
}
