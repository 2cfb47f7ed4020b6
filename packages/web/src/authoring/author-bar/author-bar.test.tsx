// @vitest-environment jsdom
import type { Group } from '@lantern/contract/roles.ts'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { guestSession, type Session } from '#kit/session.tsx'
import { sampleItem, samplePerson } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { AuthorBar } from './author-bar.tsx'

beforeEach(prepareBrowser)

const as = (groups: Group[], id = 'u_owner'): Session => ({ ...guestSession(), user: samplePerson({ id }), groups })
const bar = () => screen.queryByRole('region', { name: '作者工具' })
const edit = () => screen.getByRole('link', { name: /编辑/ }).getAttribute('href')

test('the bar is there for those who may edit what is published, and leads to its editor [CREA-006] [CREA-007]', () => {
  for (const type of ['tutorial', 'project', 'course', 'quiz', 'liveSession'] as const) {
    const { unmount } = show(
      <AuthorBar item={sampleItem({ id: 'lxx_1', type })} preview={false} />,
      as(['learn_creator']),
    )
    expect([bar() !== null, edit()]).toEqual([true, `/${type}/lxx_1/edit`])
    unmount()
  }
})

test('learners, other authors, and makers of what is not published see no bar [CREA-006]', () => {
  const cases: [Session, Parameters<typeof sampleItem>[0]][] = [
    [guestSession(), {}],
    [as([]), {}],
    [as(['learn_creator'], 'u_other'), {}],
    [as(['learn_moderator']), {}],
    [as(['learn_creator']), { published: false }],
    [as(['learn_creator']), { type: 'faq' }],
  ]
  for (const [session, change] of cases) {
    const { unmount } = show(<AuthorBar item={sampleItem(change)} preview={false} />, session)
    expect(bar()).toBeNull()
    unmount()
  }
})

test('who looks after the language edits what others own, and the campus stays on the campus', () => {
  const { unmount } = show(<AuthorBar item={sampleItem()} preview={false} />, as(['learn_editor_zh'], 'u_editor'))
  expect(bar()).not.toBeNull()
  unmount()
  const quiz = sampleItem({ id: 'lqz_1', type: 'quiz', learnOptionType: 'campus', organisationId: 'og_1' })
  const member = { ...as(['campus_creator']), memberships: [{ organisationId: 'og_1', role: 'educator' as const }] }
  const campus = show(<AuthorBar item={quiz} preview={false} />, member)
  expect(edit()).toBe('/campus/quiz/lqz_1/edit')
  campus.unmount()
  // a former member edits nothing of the organisation any more
  show(<AuthorBar item={quiz} preview={false} />, as(['campus_creator']))
  expect(bar()).toBeNull()
})

test('a preview says that it is one, also of what was never published', () => {
  show(<AuthorBar item={sampleItem({ published: false })} preview />, as(['learn_creator']))
  expect(bar()?.textContent).toContain('预览草稿，学习者还看不到。')
})
