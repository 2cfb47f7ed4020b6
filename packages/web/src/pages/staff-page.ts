import { signInPath } from '@lantern/contract/redirects.ts'
import { data, redirect } from 'react-router'
import { type Api, ApiError, apiOf } from '#kit/api.ts'
import { pageAddress } from '#kit/page-address.ts'

/** For a page of staff: to a visitor whom the call refuses, or who asks for what does not exist, there is no such page. */
export function notFoundUnlessAllowed(error: unknown): never {
  if (error instanceof ApiError && [401, 403, 404].includes(error.status)) throw data(null, { status: 404 })
  throw error
}

interface ActionArgs {
  request: Request
  url: URL
  context: Parameters<typeof apiOf>[0]
}

/** The action of a page of staff: 422 with what was typed where it was refused. */
export async function staffAction<Answer extends { done: boolean }>(
  { request, url, context }: ActionArgs,
  act: (api: Api, form: FormData) => Promise<Answer>,
) {
  try {
    const answer = await act(apiOf(context), await request.formData())
    return data(answer, { status: answer.done ? 200 : 422 })
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) throw redirect(signInPath(pageAddress(url)))
    return notFoundUnlessAllowed(error)
  }
}
