import type * as teaching from '@lantern/contract/campus/class-teaching.ts'
import type { Api } from '#kit/api.ts'

/** What a teacher presses while the class is taught, as a form. */
export async function actOnTeaching({ call }: Api, classId: string, form: FormData): Promise<void> {
  const params = { classId }
  const text = (name: string) => String(form.get(name) ?? '')
  const act = text('act')
  if (act === 'begin') {
    await call<typeof teaching.beginTeaching>('POST /api/campus/class/:classId/teaching', {
      params,
      body: { item: text('item') },
    })
  } else if (act === 'end') {
    await call<typeof teaching.endTeaching>('POST /api/campus/class/:classId/teaching/end', { params })
  } else if (act === 'answer' || act === 'lower') {
    const userId = text('user')
    await call<typeof teaching.answerHand>('POST /api/campus/class/:classId/teaching/hand/answer', {
      params,
      body: { act, ...(userId && { userId }) },
    })
  } else {
    await call<typeof teaching.moveTeaching>('POST /api/campus/class/:classId/teaching/step', {
      params,
      body: act === 'leads' ? { leads: text('on') === 'true' } : { stepId: text('step') },
    })
  }
}
