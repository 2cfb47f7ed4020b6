// @vitest-environment jsdom
import { emptyLiveSession } from '@lantern/contract/authoring/empty-forms.ts'
import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { fakeServer, prepareBrowser } from '#testing/show.tsx'
import { showInEditor } from '../testing/show-in-editor.tsx'
import { LiveDetailsPanel } from './live-details-panel.tsx'
import { liveSessionKind } from './live-session-kind.ts'
import { ProjectPanel } from './project-panel.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const named = (id: string, title: string) => ({
  id,
  type: 'project',
  title,
  slug: id,
  language: 'zh',
  published: true,
  thumbnailUrl: null,
})
const references = { items: { lpr_1: named('lpr_1', '灯塔'), lpr_2: named('lpr_2', '码头') } }

function open(
  panel: React.ReactNode,
  change: { contents?: Partial<LiveSessionForms['contents']>; details?: Partial<LiveSessionForms['details']> } = {},
) {
  fakeServer({})
  const empty = emptyLiveSession('u_ada')
  const forms: LiveSessionForms = {
    ...empty,
    contents: { ...empty.contents, ...change.contents },
    details: { ...empty.details, ...change.details },
  }
  return { editor: showInEditor(panel, { kind: liveSessionKind, forms, references }), user: userEvent.setup() }
}

test('a second project says that there is at most one, until one of them is taken away [LIVE-005]', async () => {
  const { editor, user } = open(<ProjectPanel />, { contents: { contentIds: ['lpr_1', 'lpr_2'] } })
  editor.touch('contents', 'withProject')
  expect(await screen.findByText('一场直播最多只能有一个项目。')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '移除《码头》' }))
  expect(screen.queryByText('一场直播最多只能有一个项目。')).toBeNull()
  expect(editor.state().forms.contents).toEqual({ withProject: true, contentIds: ['lpr_1'] })
  await user.click(screen.getByRole('button', { name: '移除《灯塔》' }))
  expect(await screen.findByText('还没有选择项目，请选择一个，或关闭“关联项目”。')).toBeTruthy()
  await user.click(screen.getByRole('switch', { name: '关联项目' }))
  expect(await screen.findByText('这场直播不关联项目。')).toBeTruthy()
  expect(editor.state().forms.contents).toEqual({ withProject: false, contentIds: [] })
})

test('hosts and chapters are written row by row; what is wrong stands beside its field', async () => {
  const { editor, user } = open(<LiveDetailsPanel />, { details: { recordingVideoId: 'vd_1' } })
  await user.click(screen.getByRole('button', { name: '添加嘉宾' }))
  await user.type(screen.getByRole('textbox', { name: '姓名' }), '何一鸣')
  await user.type(screen.getByRole('textbox', { name: '头衔' }), '主程')
  await user.click(screen.getByRole('button', { name: '添加章节' }))
  const second = screen.getByRole('textbox', { name: '开始于（分:秒）' })
  await user.clear(second)
  await user.type(second, '1:05')
  await user.tab()
  await user.type(screen.getByRole('textbox', { name: '会议链接' }), 'http://a.example')
  await user.tab()
  expect(await screen.findByText('会议链接要以https://开头。')).toBeTruthy()
  const { hosts, recordingChapters } = editor.state().forms.details
  expect([hosts, recordingChapters]).toMatchObject([
    [{ userId: null, name: '何一鸣', title: '主程' }],
    [{ second: 65, title: '' }],
  ])
})
