import { plainLearner } from '@lantern/contract/roles.ts'
import { writeNote } from '#community/index.ts'
import { servicesAt } from '#kit/services.ts'
import { type DemoRun, offset } from './demo-run.ts'
import type { DemoContent } from './read-content.ts'

/** Notes and highlights of the demo's learner, and published ones of others. A note that is there stays as it is. */
export async function saveNotes(run: DemoRun, { learner }: DemoContent): Promise<void> {
  const { db } = run.services
  const own = await db.selectFrom('users').select('id').where('phone', '=', learner.phone).executeTakeFirst()
  for (const [n, { item, step, at, quote, text = '', by, public: isPublic }] of (learner.notes ?? []).entries()) {
    const [itemId] = run.idsOf([item], 'zh')
    const writerId = by === undefined ? own?.id : run.authorId(by)
    if (itemId === undefined || writerId === undefined) continue
    const sections = db.selectFrom('sections').select('id').where('item_id', '=', itemId).where('title', '=', step)
    const section = await sections.executeTakeFirst()
    if (!section) {
      run.faults.add(`learner.yaml: ${step} is no step of ${item}`)
      continue
    }
    // publishing needs a phone, which authors of the demo do not have
    const writer = { ...plainLearner({ id: writerId, name: '' }), hasPhone: true }
    await writeNote(servicesAt(run.services, offset(run.now, at).getTime()), writer, {
      ...{ itemId, sectionId: section.id, content: text.trim(), key: `demo/note/${n}` },
      ...(quote && { quote }),
      ...(isPublic && { isPublic }),
    })
  }
}
