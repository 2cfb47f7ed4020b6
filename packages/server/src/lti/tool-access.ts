import { errors, type JWTPayload, jwtVerify, SignJWT } from 'jose'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { lineItemScope, membersScope, readLineItemScope, resultScope, scoreScope } from './ags-scopes.ts'
import { digestOf } from './departures.ts'
import { signingKey, verifyingKeys } from './keys.ts'
import { clockToleranceSeconds, readSigned } from './outside-keys.ts'
import { forgetRefusal, noteRefusal, refusalReason } from './refusals.ts'
import { readTool, type Tool } from './tools.ts'

const tokenSeconds = 3600
/** An assertion is made for one question: one that would live longer is refused. */
const longestAssertionSeconds = 3600
const offered = [scoreScope, lineItemScope, readLineItemScope, resultScope, membersScope]
const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

/** Of a class all columns of the tool there, of a step those of its link. */
export function servicesUrl(publicUrl: string, toolId: string, { classId, linkId }: ServicesPlace): string {
  return `${publicUrl}/lti/tool/${toolId}/${classId === null ? `link/${linkId}` : `class/${classId}`}`
}

export interface ServicesPlace {
  classId: string | null
  /** Where there is no class. */
  linkId: string | null
}

/** Why a tool got no token, in the words of OAuth. */
export class TokenRefusal extends Error {}

/** A token for our services, for a tool that proves itself by its key. */
export async function giveToken(services: Services, sent: Record<string, string | undefined>) {
  if (sent.grant_type !== 'client_credentials') throw new TokenRefusal('unsupported_grant_type')
  if (sent.client_assertion_type !== assertionType || !sent.client_assertion) throw new TokenRefusal('invalid_request')
  const tool = await proved(services, sent.client_assertion)
  const scopes = (sent.scope ?? '').split(' ').filter((one) => offered.includes(one))
  if (scopes.length === 0) throw new TokenRefusal('invalid_scope')
  const { kid, key } = await signingKey(services)
  const seconds = Math.floor(services.clock.now().getTime() / 1000)
  const token = await new SignJWT({ scope: scopes.join(' ') })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'at+jwt' })
    .setIssuer(services.config.publicUrl)
    .setAudience(audienceOf(services))
    .setSubject(tool.id)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + tokenSeconds)
    .sign(key)
  return { access_token: token, token_type: 'Bearer', expires_in: tokenSeconds, scope: scopes.join(' ') }
}

/** The tool that signed this assertion, which is worth nothing a second time. */
async function proved(services: Services, assertion: string): Promise<Tool> {
  const { config, clock, log } = services
  const claimed = clientOf(assertion)
  const tool = await readTool(services.db, claimed)
  if (!tool) throw new TokenRefusal('invalid_client')
  const read = await readSigned(services, assertion, {
    jwksUrl: tool.jwksUrl,
    issuer: tool.id,
    subject: tool.id,
    audience: [`${config.publicUrl}/lti/token`, config.publicUrl],
    requiredClaims: ['exp', 'iat', 'jti'],
  })
  if ('reason' in read) {
    log.warn({ tool: tool.id, reason: read.reason }, 'an assertion of a tool was refused')
    await noteRefusal(services, 'tool', tool.id, refusalReason(read.reason, { iss: 'client', sub: 'client' }))
    throw new TokenRefusal('invalid_client', { cause: read.cause })
  }
  const { exp = 0, jti = '' } = read.payload
  const longest = clock.now().getTime() / 1000 + longestAssertionSeconds + clockToleranceSeconds
  if (exp > longest || !(await useOnce(services, tool.id, jti, exp))) throw new TokenRefusal('invalid_client')
  await forgetRefusal(services.db, tool.id, 'signed')
  return tool
}

/** Whether this was not used before. */
export async function useOnce(
  { db }: Pick<Services, 'db'>,
  toolId: string,
  name: string,
  expSeconds: number,
): Promise<boolean> {
  const used = await db
    .insertInto('lti_used_tokens')
    .values({
      tool_id: toolId,
      digest: digestOf(name),
      expires_at: new Date((expSeconds + clockToleranceSeconds) * 1000),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('tool_id')
    .executeTakeFirst()
  return used !== undefined
}

function clientOf(assertion: string): string {
  try {
    const said = JSON.parse(Buffer.from(assertion.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof said?.sub === 'string' ? said.sub : ''
  } catch {
    return ''
  }
}

/** The tool that asks with such a token, if it may do one of these things. */
export async function toolOfToken(services: Services, header: string | undefined, ...needed: string[]): Promise<Tool> {
  const [, token = ''] = /^Bearer (\S+)$/.exec(header ?? '') ?? []
  let payload: JWTPayload
  try {
    const verified = await jwtVerify(token, await verifyingKeys(services), {
      issuer: services.config.publicUrl,
      audience: audienceOf(services),
      typ: 'at+jwt',
      algorithms: ['RS256'],
      currentDate: services.clock.now(),
    })
    payload = verified.payload
  } catch (cause) {
    if (!(cause instanceof errors.JOSEError)) throw cause
    throw refuse('login_required', { cause })
  }
  const tool = await readTool(services.db, payload.sub ?? '')
  if (!tool) throw refuse('login_required')
  const scopes = String(payload.scope ?? '').split(' ')
  if (!needed.some((one) => scopes.includes(one))) throw refuse('forbidden')
  return tool
}

function audienceOf({ config }: Pick<Services, 'config'>): string {
  return `${config.publicUrl}/lti/tool`
}
