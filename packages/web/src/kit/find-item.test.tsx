// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { FindItem } from './find-item.tsx'
import { ApiError } from './request.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

test('who may not look for items any more is told so, instead of finding nothing for ever', async () => {
  const find = () => Promise.reject(new ApiError(403, { code: 'forbidden', message: '你没有权限。' }))
  show(
    <FindItem label="内容" find={find} taken={[]} onTake={() => undefined}>
      {({ title }) => title}
    </FindItem>,
  )
  await userEvent.setup().type(screen.getByRole('combobox', { name: '内容' }), '光')
  expect(await screen.findByText('你没有权限。')).toBeTruthy()
})
