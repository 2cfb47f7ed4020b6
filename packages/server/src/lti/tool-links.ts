import { newId } from '@lantern/contract/ids.ts'
import type { SignedIn } from '@lantern/contract/roles.ts'
import { sql } from 'kysely'
import { classFor } from '#campus/index.ts'
import { writeAudit } from '#identity/index.ts'
import { refuse } from '#kit/errors.ts'
import type { Services } from '#kit/services.ts'
import type { Db, Trx } from '#kit/sql.ts'
import { readTool, type Tool } from './tools.ts'

const mostLinks = 100

/** Where something of a tool is opened: in a class, or in a lesson as a step of it. One of the two is null. */
export interface Place {
  classId: string | null
  itemId: string | null
}

interface ToolLink extends Place {
  id: string
  toolId: string
  title: string
  url: string
  custom: Record<string, string>
}

export async function readToolLink(db: Db | Trx, id: string): Promise<ToolLink | null> {
  const row = await db.selectFrom('lti_tool_links').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  const { tool_id: toolId, class_id: classId, item_id: itemId, title, url, custom } = row
  return { id, toolId, classId, itemId, title, url, custom: custom as Record<string, string> }
}

/** The link as this person's class has it. For people outside it does not exist. */
export async function toolLinkFor(db: Db, viewer: SignedIn, id: string) {
  const found = await readToolLink(db, id)
  const tool = found && (await readTool(db, found.toolId))
  if (!found || !tool || found.classId === null) throw refuse('not_found')
  const { classId, ...link } = found
  return { link: { ...link, classId }, tool, taught: await classFor(db, viewer, classId) }
}

interface NewLink extends Place {
  tool: Tool
  title: string
  url: string
  custom: Record<string, string>
  column: { label: string; scoreMaximum: number; resourceId: string | null; tag: string | null } | null
}

/** What a tool opens where nothing was chosen in it, under this title and with a column of marks. */
export function wholeTool(tool: Tool, title: string): Omit<NewLink, keyof Place> {
  const label = title.trim()
  // what a tool has no use for stays empty
  const column = { label, scoreMaximum: 100, resourceId: null, tag: null }
  return { tool, title: label, url: tool.launchUrl, custom: {}, column }
}

/** Refuses more links than a class or a lesson may have. */
export async function addToolLink(
  { clock }: Pick<Services, 'clock'>,
  trx: Trx,
  userId: string,
  { classId, itemId, tool, title, url, custom, column }: NewLink,
): Promise<string> {
  // one after the other: nobody passes the number of them
  const [place, placeId] = classId === null ? (['item_id', itemId ?? ''] as const) : (['class_id', classId] as const)
  await trx
    .selectFrom(classId === null ? 'items' : 'classes')
    .select('id')
    .where('id', '=', placeId)
    .forUpdate()
    .execute()
  const known = await trx.selectFrom('lti_tool_links').select('id').where(place, '=', placeId).execute()
  const isFull = known.length >= mostLinks
  if (isFull && (itemId === null || !(await removeUnusedLink(trx, itemId))))
    throw refuse('conflict', { details: [{ field: 'title', message: 'lti.too_many_links' }] })
  const now = clock.now()
  const id = newId('ltiToolLink', now.getTime())
  await trx
    .insertInto('lti_tool_links')
    .values({
      id,
      tool_id: tool.id,
      class_id: classId,
      item_id: itemId,
      title,
      url,
      custom: JSON.stringify(custom),
      created_by: userId,
      created_at: now,
    })
    .execute()
  if (column) {
    await trx
      .insertInto('lti_line_items')
      .values({
        id: newId('ltiLineItem', now.getTime()),
        tool_id: tool.id,
        class_id: classId,
        link_id: id,
        label: column.label,
        score_maximum: column.scoreMaximum,
        resource_id: column.resourceId,
        tag: column.tag,
        created_at: now,
      })
      .execute()
  }
  if (classId !== null) {
    const audit = { act: 'class_tool_added', subject: classId, organisationId: tool.organisationId } as const
    await writeAudit(trx, { actor: userId, ...audit, now })
  }
  return id
}

/**
 * Removes the oldest link of a lesson that no step names, in any language, published or in work, and that nobody has a
 * mark of. False when there is none: all of them are needed.
 */
async function removeUnusedLink(trx: Trx, itemId: string): Promise<boolean> {
  const { rows } = await sql`
    delete from lti_tool_links where id = (
      select l.id from lti_tool_links l join items o on o.id = l.item_id
      where l.item_id = ${itemId}
        and not exists (select from lti_line_items c join lti_results r on r.line_item_id = c.id where c.link_id = l.id)
        and not exists (
          select from items i left join drafts d on d.item_id = i.id where i.work_id = o.work_id
            and (strpos(d.forms::text, '"' || l.id || '"') > 0
              or exists (select from sections s where s.item_id = i.id and s.tool_link_id = l.id)))
      order by l.created_at, l.id limit 1)
    returning id`.execute(trx)
  return rows.length > 0
}
