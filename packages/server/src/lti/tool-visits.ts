import type { OfferedLocale } from '@lantern/contract/locales.ts'
import { languageTag } from '@lantern/contract/locales.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { SignJWT } from 'jose'
import { sql } from 'kysely'
import { requireTeacher } from '#campus/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { startRecord } from '#learning/index.ts'
import { lineItemScope, resultScope, scoreScope } from './ags-scopes.ts'
import { claimBase, deepLinkingBase } from './claims.ts'
import { digestOf, secret } from './departures.ts'
import { signingKey } from './keys.ts'
import { forgetRefusal, noteRefusal } from './refusals.ts'
import { editedLesson, readStepLink } from './step-tools.ts'
import { servicesUrl } from './tool-access.ts'
import { type Place, readToolLink, toolLinkFor } from './tool-links.ts'
import { deploymentId, readTool, type Tool } from './tools.ts'

const lifetimeMs = 10 * 60_000
/** Choosing takes its time. */
const choosingMs = 2 * 60 * 60_000
const tokenSeconds = 300
const courseVocabulary = 'http://purl.imsglobal.org/vocab/lis/v2/course#'
const membershipRole = 'http://purl.imsglobal.org/vocab/lis/v2/membership#'

/** Where a browser goes first that opens a link. */
export async function visitLink(services: Services, viewer: SignedIn, linkId: string): Promise<string> {
  const { link, tool } = await toolLinkFor(services.db, viewer, linkId)
  return beginVisit(services, viewer, { tool, classId: link.classId, itemId: null, linkId, target: link.url })
}

/** The same for a teacher who chooses content of the tool for a class. */
export async function visitToChoose(
  services: Services,
  viewer: SignedIn,
  { classId, toolId }: { classId: string; toolId: string },
): Promise<string> {
  const taught = await requireTeacher(services.db, viewer, classId)
  const tool = await readTool(services.db, toolId)
  if (!tool?.chooseUrl || tool.organisationId !== taught.organisationId) throw refuse('not_found')
  return beginVisit(services, viewer, { tool, classId, itemId: null, linkId: null, target: tool.chooseUrl })
}

/** Who opens the tool of a step has begun the lesson: what the tool says of them has a record to stand in. */
export async function visitStep(
  services: Services,
  viewer: SignedIn,
  { itemId, stepId, isFramed }: { itemId: string; stepId: string; isFramed: boolean },
): Promise<string> {
  const { link, tool, item } = await readStepLink(services.db, viewer, { itemId, stepId })
  if (!link || !tool) throw refuse('not_found')
  await startRecord(services, viewer, { id: item.id, type: 'tutorial' })
  return beginVisit(services, viewer, {
    tool,
    classId: null,
    itemId: item.id,
    linkId: link.id,
    target: link.url,
    isFramed,
  })
}

/** For who edits the lesson, to choose something of a tool as a step. */
export async function visitToChooseForStep(
  services: Services,
  viewer: SignedIn,
  { itemId, toolId }: { itemId: string; toolId: string },
): Promise<string> {
  const lesson = await editedLesson(services.db, viewer, itemId)
  const tool = await readTool(services.db, toolId)
  if (!tool?.chooseUrl || tool.organisationId !== lesson.organisationId) throw refuse('not_found')
  return beginVisit(services, viewer, { tool, classId: null, itemId, linkId: null, target: tool.chooseUrl })
}

interface Beginning extends Place {
  tool: Tool
  linkId: string | null
  target: string
  isFramed?: boolean
}

async function beginVisit(
  { db, clock, config }: Services,
  viewer: SignedIn,
  { tool, classId, itemId, linkId, target, isFramed = false }: Beginning,
): Promise<string> {
  const hint = secret()
  await db
    .insertInto('lti_tool_visits')
    .values({
      hint_digest: digestOf(hint),
      tool_id: tool.id,
      class_id: classId,
      item_id: itemId,
      is_framed: isFramed,
      link_id: linkId,
      user_id: viewer.id,
      expires_at: new Date(clock.now().getTime() + lifetimeMs),
    })
    .execute()
  const url = new URL(tool.loginUrl)
  const said = {
    iss: config.publicUrl,
    login_hint: hint,
    target_link_uri: target,
    client_id: tool.id,
    lti_deployment_id: deploymentId,
    // the page around the frame keeps what the tool would keep in cookies
    ...(isFramed && { lti_storage_target: '_parent' }),
  }
  for (const [name, value] of Object.entries(said)) url.searchParams.set(name, value)
  return url.href
}

export interface AuthAsked {
  client_id?: string | undefined
  redirect_uri?: string | undefined
  login_hint?: string | undefined
  nonce?: string | undefined
  scope?: string | undefined
  response_type?: string | undefined
  response_mode?: string | undefined
}

interface VisitRow {
  tool_id: string
  class_id: string | null
  item_id: string | null
  link_id: string | null
  user_id: string
  is_framed: boolean
}

/**
 * The token for whoever is on the way, once, and where it is posted. `signedIn` is who this browser is signed in as, if
 * anybody: a hint of somebody else is worth nothing here.
 */
export async function answerAuth(
  services: Services,
  asked: AuthAsked,
  { signedIn, locale }: { signedIn: string | null; locale: OfferedLocale },
): Promise<{ action: string; token: string; isFramed: boolean }> {
  const tool = await readTool(services.db, asked.client_id ?? '')
  const isAsked = asked.response_type === 'id_token' && (asked.scope ?? '').split(' ').includes('openid')
  const action = asked.redirect_uri ?? ''
  const known = tool ? [tool.launchUrl, tool.chooseUrl, ...tool.redirectUrls] : []
  if (!tool) throw refuse('lti_refused')
  const isWhole = isAsked && asked.response_mode === 'form_post' && Boolean(asked.nonce)
  if (!isWhole || !known.includes(action)) {
    await noteRefusal(services, 'tool', tool.id, isWhole ? 'address' : 'message')
    throw refuse('lti_refused')
  }
  const now = services.clock.now()
  return inTransaction(services.db, async (trx) => {
    const { rows } = await sql<VisitRow>`
      select tool_id, class_id, item_id, link_id, user_id, is_framed from lti_tool_visits
      where hint_digest = ${digestOf(asked.login_hint ?? '')} and tool_id = ${tool.id} and not has_left
        and expires_at > ${now} and (${signedIn}::text is null or user_id = ${signedIn}) for update`.execute(trx)
    const [visit] = rows
    if (!visit) throw refuse('lti_refused')
    const hint = digestOf(asked.login_hint ?? '')
    if (visit.link_id) await trx.deleteFrom('lti_tool_visits').where('hint_digest', '=', hint).execute()
    else {
      const expires = new Date(now.getTime() + choosingMs)
      await trx
        .updateTable('lti_tool_visits')
        .set({ has_left: true, expires_at: expires })
        .where('hint_digest', '=', hint)
        .execute()
    }
    const token = await tokenOf(services, trx, { tool, visit, asked, locale })
    await forgetRefusal(trx, tool.id, 'addresses')
    return { action, token, isFramed: visit.is_framed }
  })
}

interface Telling {
  tool: Tool
  visit: VisitRow
  asked: AuthAsked
  locale: OfferedLocale
}

async function tokenOf(services: Services, trx: Trx, { tool, visit, asked, locale }: Telling): Promise<string> {
  const { config, clock } = services
  const person = await personOf(trx, visit)
  if (!person) throw refuse('lti_refused')
  const link = visit.link_id === null ? null : await readToolLink(trx, visit.link_id)
  const seconds = Math.floor(clock.now().getTime() / 1000)
  const { kid, key } = await signingKey(services)
  const subjects = await subjectsFor(trx, tool.id, [visit.user_id])
  return new SignJWT({
    nonce: asked.nonce,
    azp: tool.id,
    ...saidOf(tool, person),
    [`${claimBase}version`]: '1.3.0',
    [`${claimBase}deployment_id`]: deploymentId,
    [`${claimBase}roles`]: [`${membershipRole}${person.role === 'learner' ? 'Learner' : 'Instructor'}`],
    [`${claimBase}context`]: {
      id: visit.class_id ?? visit.item_id,
      title: person.placeTitle,
      type: [`${courseVocabulary}${visit.class_id === null ? 'CourseOffering' : 'CourseSection'}`],
    },
    [`${claimBase}tool_platform`]: { guid: new URL(config.publicUrl).host, product_family_code: 'lantern' },
    [`${claimBase}launch_presentation`]: {
      document_target: visit.is_framed ? 'iframe' : 'window',
      locale: languageTag(locale),
      return_url: `${config.publicUrl}${visit.class_id === null ? `/tutorial/${visit.item_id}` : `/campus/class/${visit.class_id}`}`,
    },
    ...servicesOf(config.publicUrl, visit, await columnOf(trx, visit.link_id)),
    ...(link
      ? {
          [`${claimBase}message_type`]: 'LtiResourceLinkRequest',
          [`${claimBase}target_link_uri`]: link.url,
          [`${claimBase}resource_link`]: { id: link.id, title: link.title },
          ...(Object.keys(link.custom).length > 0 && { [`${claimBase}custom`]: link.custom }),
        }
      : {
          [`${claimBase}message_type`]: 'LtiDeepLinkingRequest',
          [`${claimBase}target_link_uri`]: tool.chooseUrl ?? '',
          [`${deepLinkingBase}deep_linking_settings`]: {
            deep_link_return_url: `${config.publicUrl}/lti/chosen/${asked.login_hint}`,
            accept_types: ['ltiResourceLink'],
            accept_presentation_document_targets: ['window'],
            // a step is one thing
            accept_multiple: visit.class_id !== null,
            accept_lineitem: true,
            auto_create: true,
          },
        }),
  })
    .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
    .setIssuer(config.publicUrl)
    .setAudience(tool.id)
    .setSubject(subjects.get(visit.user_id) ?? '')
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + tokenSeconds)
    .sign(key)
}

/** What the tool's admin lets it have of a person, in the words of OpenID Connect. */
export function saidOf(tool: Pick<Tool, 'sendsName' | 'sendsMail'>, person: { name: string; email: string | null }) {
  return {
    // a name here has no parts; tools that ask for them get the whole as the first
    ...(tool.sendsName && { name: person.name, given_name: person.name, family_name: '' }),
    ...(tool.sendsMail && person.email !== null && { email: person.email }),
  }
}

function servicesOf(publicUrl: string, { tool_id, class_id, link_id }: VisitRow, column: string | null) {
  // while a step is chosen there is nothing yet that could be marked
  if (class_id === null && link_id === null) return {}
  const base = servicesUrl(publicUrl, tool_id, { classId: class_id, linkId: link_id })
  return {
    'https://purl.imsglobal.org/spec/lti-ags/claim/endpoint': {
      scope: [lineItemScope, scoreScope, resultScope],
      lineitems: `${base}/lineitems`,
      ...(link_id !== null && column !== null && { lineitem: `${base}/lineitems/${column}` }),
    },
    // who reads a lesson is nobody's list
    ...(class_id !== null && {
      'https://purl.imsglobal.org/spec/lti-nrps/claim/namesroleservice': {
        context_memberships_url: `${base}/memberships`,
        service_versions: ['2.0'],
      },
    }),
  }
}

/** The one column of a link; a tool that made several finds them in its list. */
async function columnOf(trx: Trx, linkId: string | null): Promise<string | null> {
  if (linkId === null) return null
  const rows = await trx.selectFrom('lti_line_items').select('id').where('link_id', '=', linkId).limit(2).execute()
  return rows.length === 1 ? (rows[0]?.id ?? null) : null
}

interface VisitingPerson {
  name: string
  email: string | null
  role: string
  placeTitle: string
}

/**
 * Of a class: its active members and the admins of its organisation. Of a lesson: every account that is not deleted.
 * Null for who left.
 */
export async function personOf(
  trx: Trx,
  { class_id, item_id, user_id }: Pick<VisitRow, 'class_id' | 'item_id' | 'user_id'>,
): Promise<VisitingPerson | null> {
  const account = sql`u.name, case when u.email_confirmed_at is not null then u.email end as email`
  const { rows } =
    class_id === null
      ? await sql<VisitingPerson>`
          select ${account}, coalesce(m.role, 'learner') as role, i.title as "placeTitle"
          from items i join users u on u.id = ${user_id} and u.deleted_at is null
            left join memberships m on m.organisation_id = i.organisation_id and m.user_id = u.id and m.ended_at is null
          where i.id = ${item_id}`.execute(trx)
      : await sql<VisitingPerson>`
          select ${account}, m.role, c.name as "placeTitle"
          from classes c join memberships m on m.organisation_id = c.organisation_id and m.user_id = ${user_id}
            join users u on u.id = m.user_id and u.deleted_at is null
          where c.id = ${class_id} and m.ended_at is null and (m.role = 'admin'
            or exists (select from class_members k where k.class_id = c.id and k.user_id = m.user_id))`.execute(trx)
  return rows[0] ?? null
}

/** What a tool calls each of these people: random, so that two tools cannot compare. */
export async function subjectsFor(
  trx: Db | Trx,
  toolId: string,
  userIds: readonly string[],
): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map()
  const rows = await trx
    .insertInto('lti_tool_people')
    .values(userIds.map((user_id) => ({ tool_id: toolId, subject: secret(), user_id })))
    .onConflict((conflict) =>
      conflict.columns(['tool_id', 'user_id']).doUpdateSet((row) => ({ user_id: row.ref('excluded.user_id') })),
    )
    .returning(['user_id', 'subject'])
    .execute()
  return new Map(rows.map(({ user_id, subject }) => [user_id, subject]))
}
