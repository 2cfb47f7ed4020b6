// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLoaderData, useRevalidator } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { learnerSession } from '#testing/samples.ts'
import { fakeServer, prepareBrowser, show } from '#testing/show.tsx'
import { FollowButton } from './follow-button.tsx'
import { PersonMenu } from './person-menu.tsx'

beforeEach(prepareBrowser)

const bob = { id: 'u_bob', name: '沈若川' }

/** The page of a person, as far as it follows and blocks. */
function Acts() {
  const { followed, blocked } = useLoaderData<{ followed: boolean; blocked: boolean }>()
  const { revalidate } = useRevalidator()
  const page = { formAction: `/u/${bob.id}`, onChange: () => void revalidate() }
  return (
    <>
      <FollowButton type="person" id={bob.id} followed={followed} {...page} />
      <PersonMenu person={bob} blocked={blocked} {...page} />
    </>
  )
}

test('who is blocked is not followed any more, and following takes the block back: the page shows both', async () => {
  const kept = { followed: true, blocked: false }
  fakeServer({
    '/api/learn/cn/block': ({ body }) => {
      Object.assign(kept, { blocked: body.on, ...(body.on === true && { followed: false }) })
      return { on: body.on }
    },
    '/api/learn/cn/follow': ({ body }) => {
      Object.assign(kept, { followed: body.on, ...(body.on === true && { blocked: false }) })
      return { on: body.on }
    },
  })
  show(<Acts />, learnerSession(), { at: `/u/${bob.id}`, loader: () => ({ ...kept }) })
  const user = userEvent.setup()
  const follow = (name: string) => screen.findByRole('button', { name })
  expect((await follow('已关注')).getAttribute('aria-pressed')).toBe('true')
  const item = () => screen.getByRole('menuitem', { hidden: true })
  expect(item().textContent).toBe('屏蔽这个人')
  await user.click(item())
  expect((await follow('关注')).getAttribute('aria-pressed')).toBe('false')
  await waitFor(() => expect(item().textContent).toBe('取消屏蔽'))

  const button = await follow('关注')
  await user.click(button)
  expect(await follow('已关注')).toBe(button)
  await waitFor(() => expect(item().textContent).toBe('屏蔽这个人'))
})
