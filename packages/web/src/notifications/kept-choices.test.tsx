// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLoaderData } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { prepareBrowser, show } from '#testing/show.tsx'
import { KeptChoices } from './kept-choices.tsx'

beforeEach(prepareBrowser)

function Kept() {
  const { blocked } = useLoaderData<{ blocked: { id: string; name: string }[] }>()
  return <KeptChoices muted={[]} followed={[]} blocked={blocked} action="/settings" />
}

test('what is ended leaves the list, and the focus stays at the list', async () => {
  let blocked = [
    { id: 'u_1', name: '林知远' },
    { id: 'u_2', name: '沈若川' },
  ]
  const action = async ({ request }: { request: Request }) => {
    const ended = (await request.formData()).get('unblock')
    blocked = blocked.filter(({ id }) => id !== ended)
    return null
  }
  show(<Kept />, 'guest', { at: '/settings', loader: () => ({ blocked }), action })
  await userEvent.setup().click(await screen.findByRole('button', { name: '取消屏蔽林知远' }))
  await waitFor(() => expect(screen.queryByText('林知远')).toBeNull())
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 3 }))
})
