import type { saveOwnBundle } from '@lantern/contract/commerce/own-bundles.ts'
import type { FieldProblem } from '@lantern/contract/errors.ts'
import { type Api, ApiError } from '#kit/api.ts'
import { failureText } from '#kit/failure.ts'
import { translator } from '#kit/messages.tsx'
import { fenOf, namesIn } from '../typed-values.ts'

const bundleFields = ['title', 'slug', 'price', 'itemIds', 'published'] as const
export type BundleField = (typeof bundleFields)[number]

/** How the form of a bundle comes back: saved, or the typed input and its faults. */
export interface BundleFormAnswer {
  done: boolean
  id: string
  values: Record<string, string>
  problems: FieldProblem[]
  problem: string | null
}

/** What the form of a bundle does, with script and without. */
export async function actOnBundleForm(api: Api, form: FormData): Promise<BundleFormAnswer> {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  const id = text('id')
  const values = Object.fromEntries(bundleFields.map((name) => [name, text(name).slice(0, 20_000)]))
  const answer = { id, values, problems: [], problem: null }
  try {
    await api.call<typeof saveOwnBundle>('POST /api/learn/creator/bundle', {
      body: {
        id,
        seen: text('seen') || null,
        title: text('title'),
        slug: text('slug'),
        // 0 is no price: the call names the field
        price: fenOf(text('price')) ?? 0,
        itemIds: namesIn(text('itemIds')),
        published: text('published') === 'yes',
      },
    })
    return { ...answer, done: true }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status === 401) throw error
    const problems = error.details.map(({ field, message }) => ({ field: field.replace(/^.*[./]/, ''), message }))
    const isOfFields = problems.length > 0 && problems.every(({ field }) => field in values)
    const problem = isOfFields ? null : (problems[0]?.message ?? failureText(error, translator(api.locale)))
    return { ...answer, done: false, problems, problem }
  }
}
