import type { Item } from '@lantern/contract/catalog/items.ts'
import { linkVersion } from '@lantern/contract/catalog/versions.ts'
import { withParams } from '@lantern/contract/links.ts'
import { wireNames } from '@lantern/contract/wire-names.ts'
import type { Call } from '#kit/request.ts'

interface ActedOn {
  id: string
  type: 'tutorial' | 'project' | 'course'
}

interface ActContext {
  projectId?: string
  courseId?: string
  versionId?: string
}

/**
 * The engine version that a page is read for where its address asks for one: the one asked for, or the item's newest
 * where a link is older than the range of the item.
 */
export function readVersion(
  { unityVersionRange }: Pick<Item, 'unityVersionRange'>,
  uv: string | undefined,
  versions: readonly string[],
): string | undefined {
  return uv === undefined ? undefined : (linkVersion(unityVersionRange, uv, versions) ?? undefined)
}

/** Where a guest's press leads after signing in: to a page that starts by itself, when that was the press. */
export function afterSignIn(here: string, form: FormData): string {
  return form.get('act') === 'start' ? withParams(here, { [wireNames.start]: 'true' }) : here
}

/** Starting, starting again and collecting, as the page's forms post them before and without script. */
export async function recordAct(
  call: Call,
  item: ActedOn,
  form: FormData,
  { versionId, ...parents }: ActContext,
): Promise<void> {
  const body = { id: item.id, type: item.type }
  switch (form.get('act')) {
    case 'start':
      await call<typeof import('@lantern/contract/learning/records.ts').startRecord>('POST /api/learn/cn/record', {
        body: { ...body, ...parents, versionId },
      })
      return
    case 'restart':
      await call<typeof import('@lantern/contract/learning/records.ts').restartRecord>(
        'POST /api/learn/cn/record/restart',
        { body: { ...body, versionId } },
      )
      return
    case 'collect':
      if (form.get('on') === 'true') {
        await call<typeof import('@lantern/contract/learning/collections.ts').collectItem>(
          'POST /api/learn/cn/collect',
          { body },
        )
        return
      }
      await call<typeof import('@lantern/contract/learning/collections.ts').uncollectItem>(
        'POST /api/learn/cn/collect/delete',
        { body },
      )
  }
}
