import type { Call } from '#kit/request.ts'

interface ActedOn {
  id: string
  type: 'tutorial' | 'project' | 'course'
}

interface ActContext {
  projectId?: string
  courseId?: string
  uv?: string
}

/** Starting, starting again and collecting, as the page's forms post them before and without script. */
export async function recordAct(
  call: Call,
  item: ActedOn,
  form: FormData,
  { uv, ...parents }: ActContext,
): Promise<void> {
  const body = { id: item.id, type: item.type }
  switch (form.get('act')) {
    case 'start':
      await call<typeof import('@lantern/contract/learning/records.ts').startRecord>('POST /api/learn/cn/record', {
        body: { ...body, ...parents, versionId: uv },
      })
      return
    case 'restart':
      await call<typeof import('@lantern/contract/learning/records.ts').restartRecord>(
        'POST /api/learn/cn/record/restart',
        { body },
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
