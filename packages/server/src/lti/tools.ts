import type { BodyOf } from '@lantern/contract/endpoint.ts'
import { newId } from '@lantern/contract/ids.ts'
import type { LtiTool, saveLtiTool } from '@lantern/contract/lti/tools.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { type Selectable, sql } from 'kysely'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { LtiTools } from '#kit/schema.generated.ts'
import type { Services } from '#kit/services.ts'
import { type Db, inTransaction, type Trx } from '#kit/sql.ts'
import { requireUnchanged } from '#kit/unchanged.ts'
import { noRefusal, refusalJson } from './refusals.ts'
import { requireSafeAddress } from './safe-address.ts'

const mostTools = 50
/** One organisation has one place for each tool. */
export const deploymentId = '1'

type ToolForm = BodyOf<typeof saveLtiTool>
type ToolRow = Selectable<LtiTools>

export interface Tool {
  id: string
  organisationId: string
  name: string
  loginUrl: string
  launchUrl: string
  jwksUrl: string
  chooseUrl: string | null
  redirectUrls: string[]
  sendsName: boolean
  sendsMail: boolean
}

/** Null for one that was disconnected. */
export async function readTool(db: Db | Trx, id: string): Promise<Tool | null> {
  const row = await db
    .selectFrom('lti_tools')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return (
    (row && {
      id,
      organisationId: row.organisation_id,
      name: row.name,
      loginUrl: row.login_url,
      launchUrl: row.launch_url,
      jwksUrl: row.jwks_url,
      chooseUrl: row.choose_url,
      redirectUrls: row.redirect_urls,
      sendsName: row.sends_name,
      sendsMail: row.sends_mail,
    }) ??
    null
  )
}

export async function readTools({ db, config }: Services, organisationId: string): Promise<LtiTool[]> {
  const { rows } = await sql<ToolRow & { classes: number }>`
    select t.*, (select count(distinct l.class_id)::integer from lti_tool_links l where l.tool_id = t.id) as classes
    from lti_tools t where t.organisation_id = ${organisationId} and t.ended_at is null
    order by t.created_at, t.id`.execute(db)
  return rows.map(({ classes, ...row }) => toolJson(config.publicUrl, row, classes))
}

/** Tools that may be chosen from, by name. */
export async function connectedTools(db: Db, organisationId: string) {
  const tools = await db
    .selectFrom('lti_tools')
    .select(['id', 'name', 'choose_url'])
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .orderBy('name')
    .execute()
  return tools.map(({ id, name, choose_url }) => ({ id, name, canChoose: choose_url !== null }))
}

/** Adds a tool or replaces what is said of one. */
export async function saveTool(
  services: Services,
  viewer: SignedIn,
  organisationId: string,
  form: ToolForm,
): Promise<LtiTool> {
  return inTransaction(services.db, (trx) =>
    saveToolWithin(services, trx, { actorId: viewer.id, organisationId, form }),
  )
}

export async function saveToolWithin(
  services: Services,
  trx: Trx,
  { actorId, organisationId, form }: { actorId: string; organisationId: string; form: ToolForm },
): Promise<LtiTool> {
  const now = services.clock.now()
  const address = (field: string, text: string) => requireSafeAddress(services, field, text)
  const said = {
    name: form.name.trim(),
    login_url: address('loginUrl', form.loginUrl),
    launch_url: address('launchUrl', form.launchUrl),
    jwks_url: address('jwksUrl', form.jwksUrl),
    choose_url: form.chooseUrl.trim() === '' ? null : address('chooseUrl', form.chooseUrl),
    redirect_urls: [...new Set(form.redirectUrls.map((one) => address('redirectUrls', one)))],
    sends_name: form.sendsName,
    sends_mail: form.sendsMail,
  }
  await trx.selectFrom('organisations').select('id').where('id', '=', organisationId).forUpdate().execute()
  await requireToolUnchanged(services, trx, organisationId, form)
  const row = form.toolId
    ? await trx
        .updateTable('lti_tools')
        .set({ ...said, ...noRefusal })
        .where('id', '=', form.toolId)
        .where('organisation_id', '=', organisationId)
        .where('ended_at', 'is', null)
        .returningAll()
        .executeTakeFirst()
    : await addTool(trx, { ...said, organisation_id: organisationId, created_by: actorId, created_at: now })
  if (!row) throw refuse('not_found')
  const act = form.toolId ? 'lti_tool_changed' : 'lti_tool_added'
  // an audit is read for what a tool is told of people
  const detail = { sendsName: form.sendsName, sendsMail: form.sendsMail }
  await writeAudit(trx, { actor: actorId, act, subject: row.id, organisationId, detail, now })
  return toolJson(services.config.publicUrl, row, 0)
}

async function requireToolUnchanged(
  { config }: Services,
  trx: Trx,
  organisationId: string,
  { toolId, before, ...wished }: ToolForm,
): Promise<void> {
  if (!toolId || !before) return
  const row = await trx
    .selectFrom('lti_tools')
    .selectAll()
    .where('id', '=', toolId)
    .where('organisation_id', '=', organisationId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw refuse('not_found')
  const tool = toolJson(config.publicUrl, row, 0)
  const { name, loginUrl, launchUrl, jwksUrl, chooseUrl, redirectUrls, sendsName, sendsMail } = tool
  const stands = { name, loginUrl, launchUrl, jwksUrl, chooseUrl, redirectUrls, sendsName, sendsMail }
  requireUnchanged(stands, { before, wished }, [name, loginUrl, launchUrl, jwksUrl, chooseUrl, ...redirectUrls])
}

async function addTool(trx: Trx, values: Omit<ToolRow, 'id' | 'ended_at' | keyof typeof noRefusal>): Promise<ToolRow> {
  const known = await trx
    .selectFrom('lti_tools')
    .select('id')
    .where('organisation_id', '=', values.organisation_id)
    .where('ended_at', 'is', null)
    .execute()
  if (known.length >= mostTools) {
    throw refuse('conflict', { details: [{ field: 'name', message: 'lti.too_many_tools' }] })
  }
  const id = newId('ltiTool', values.created_at.getTime())
  return trx
    .insertInto('lti_tools')
    .values({ ...values, id })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Nothing of it is opened any more. */
export async function removeTool(
  { db, clock }: Services,
  viewer: SignedIn,
  { organisationId, toolId }: { organisationId: string; toolId: string },
): Promise<void> {
  const now = clock.now()
  await inTransaction(db, async (trx) => {
    const found = await trx
      .selectFrom('lti_tools')
      .select('ended_at')
      .where('id', '=', toolId)
      .where('organisation_id', '=', organisationId)
      .forUpdate()
      .executeTakeFirst()
    if (!found) throw refuse('not_found')
    if (found.ended_at) return
    await trx.updateTable('lti_tools').set({ ended_at: now }).where('id', '=', toolId).execute()
    await writeAudit(trx, {
      actor: viewer.id,
      act: 'lti_tool_removed',
      subject: toolId,
      organisationId,
      now,
    })
  })
}

function toolJson(publicUrl: string, row: ToolRow, classes: number): LtiTool {
  return {
    id: row.id,
    name: row.name,
    loginUrl: row.login_url,
    launchUrl: row.launch_url,
    jwksUrl: row.jwks_url,
    chooseUrl: row.choose_url ?? '',
    redirectUrls: row.redirect_urls,
    sendsName: row.sends_name,
    sendsMail: row.sends_mail,
    issuer: publicUrl,
    clientId: row.id,
    deploymentId,
    authUrl: `${publicUrl}/lti/auth`,
    tokenUrl: `${publicUrl}/lti/token`,
    keysUrl: `${publicUrl}/lti/jwks`,
    classes,
    refused: refusalJson(row),
  }
}
