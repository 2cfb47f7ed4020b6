import type { ErrorCode } from '@lantern/contract/errors.ts'
import { expect, test } from 'vitest'
import { ApiError } from '#kit/api.ts'
import { readAsAsked } from './preview.ts'

const refusal = (status: number, code: ErrorCode) => new ApiError(status, { code, message: '' })
const at = (address: string) => new URL(`https://site.test${address}`)

test('the draft is for its makers; everybody else reads what is published at the same address', async () => {
  const draft = async (edit: true | undefined) => (edit ? 'draft' : 'published')
  expect(await readAsAsked(at('/tutorial/a?preview=true'), draft)).toEqual({ page: 'draft', preview: true })
  expect(await readAsAsked(at('/tutorial/a'), draft)).toEqual({ page: 'published', preview: false })
  const closed = async (edit: true | undefined) => {
    if (edit) throw refusal(403, 'forbidden')
    return 'published'
  }
  expect(await readAsAsked(at('/tutorial/a?preview=true'), closed)).toEqual({ page: 'published', preview: false })
})

test('a link to an engine version that there is no more opens the page without it', async () => {
  const read = async () => {
    throw refusal(422, 'version_not_found')
  }
  for (const preview of ['', '&preview=true']) {
    const answer = await readAsAsked(at(`/tutorial/a?uv=2019.4&courseId=lco_1${preview}`), read).catch(
      (thrown: Response) => thrown,
    )
    expect(answer).toBeInstanceOf(Response)
    expect((answer as Response).headers.get('location')).toBe(`/tutorial/a?courseId=lco_1${preview}`)
  }
})
