// @vitest-environment jsdom
import type { CaseEntry, CaseFile } from '@lantern/contract/community/reports.ts'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type Api, ApiError } from '#kit/api.ts'
import { learnerSession } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import { actOnCases, type ModerationAnswer } from './moderation-act.ts'
import { ModerationPage, type ModerationPageProps } from './moderation-page.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

function entry(id: string, more: Partial<CaseEntry> = {}): CaseEntry {
  return {
    caseId: `rk_${id}`,
    id,
    type: 'message',
    status: 'open',
    level: 'high',
    reason: 'solicitation',
    reports: 4,
    excerpt: '专业接外包',
    place: '实时阴影',
    openedTime: '2026-05-10T00:00:00.000Z',
    decidedTime: null,
    readBy: [],
    hasAppeal: false,
    assignee: null,
    ...more,
  }
}

function file(more: Partial<CaseFile> = {}): CaseFile {
  return {
    entry: entry('ms_1'),
    path: '/messages/c/cn_1?messageId=ms_1',
    subject: { id: 'u_1', name: '新同学', avatar: null, joinedTime: '2026-05-07T00:00:00.000Z' },
    context: [
      { id: 'ms_0', name: '沈若川', html: '<p>可以</p>', time: '2026-05-09T00:00:00.000Z' },
      { id: 'ms_1', name: '新同学', html: '<p>专业接外包</p>', time: '2026-05-09T01:00:00.000Z' },
    ],
    earlier: [],
    reports: [
      {
        reporter: { id: 'u_2', name: '叶小满', avatar: null },
        word: null,
        reasons: [{ type: 'solicitation', content: '三个频道都有' }],
        time: '2026-05-09T02:00:00.000Z',
        decided: 10,
        upheld: 9,
      },
    ],
    acts: [],
    history: [],
    appeal: null,
    handovers: [],
    moderators: [
      { id: 'u_ye', name: '叶小满' },
      { id: 'u_shen', name: '沈若川' },
    ],
    mayHide: true,
    isHeld: false,
    mayRestrict: true,
    ...more,
  }
}

function open(more: Partial<ModerationPageProps> = {}) {
  const results = [entry('ms_1'), entry('ms_2', { level: 'low', excerpt: '换一个引擎吧', reports: 1 })]
  const list = { results, total: 2, page: 0, pageSize: 20, waiting: { open: 2, mine: 0, appealed: 1 } }
  const props = { view: 'open', list, file: file(), isChosen: false, answer: undefined, ...more } as const
  return show(<ModerationPage {...props} />, learnerSession(), { at: '/admin/learn/moderation' })
}

/** Answers what was sent. */
function apiThat(refuses?: ApiError) {
  const sent: [string, unknown][] = []
  const call = async (route: string, input: { body: unknown }) => {
    if (refuses) throw refuses
    sent.push([route, input.body])
  }
  return { api: { call: call as unknown as Api['call'], locale: 'zh_CN' } as const, sent }
}

function formWith(fields: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of fields) form.append(name, value)
  return form
}

const decide = () => screen.getByRole('complementary', { name: '处理' })

test('a case shows its context, who reports with how often they were right, and its weight as a word', () => {
  open()
  const reported = screen.getAllByRole('listitem').find((item) => within(item).queryByText('被举报'))
  expect(within(reported as HTMLElement).getByText('专业接外包')).toBeTruthy()
  expect(screen.getByRole('row', { name: /叶小满 广告推销 三个频道都有 9 \/ 10成立/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: '看原处' }).getAttribute('href')).toBe('/messages/c/cn_1?messageId=ms_1')
  expect(screen.getByRole('link', { name: /低.*换一个引擎吧/ }).getAttribute('href')).toBe(
    '/admin/learn/moderation?case=rk_ms_2',
  )
})

test('a page of the queue whose cases were all decided does not say that nothing waits', () => {
  open({
    list: { results: [], total: 20, page: 1, pageSize: 20, waiting: { open: 20, mine: 0, appealed: 0 } },
    file: null,
  })
  expect(screen.getByRole('heading', { name: '这一页是空的' })).toBeTruthy()
  expect(screen.getByRole('link', { name: '回到第一页' }).getAttribute('href')).toBe('/admin/learn/moderation')
})

test('a case has what a changed message said before, with until when', () => {
  open()
  expect(screen.queryByRole('region', { name: /^改动之前写的是/ })).toBeNull()
  cleanup()
  open({
    file: file({ earlier: [{ content: '加我名片\n看作品', replacedTime: '2026-05-09T03:00:00.000Z' }] }),
  })
  const earlier = screen.getByRole('region', { name: /^改动之前写的是/ })
  expect(within(earlier).getByText(/加我名片/)).toBeTruthy()
  expect(within(earlier).getByText(/2026.*之前$/)).toBeTruthy()
})

test('the button says what will happen, and nothing chosen says so', async () => {
  open()
  expect(within(decide()).getByRole('button', { name: '隐藏' })).toBeTruthy()
  await userEvent.click(within(decide()).getByRole('checkbox', { name: /禁言/ }))
  await userEvent.click(within(decide()).getByRole('radio', { name: '7天' }))
  expect(within(decide()).getByRole('button', { name: '隐藏、禁言7天' })).toBeTruthy()
  for (const name of [/隐藏/, /禁言/]) await userEvent.click(within(decide()).getByRole('checkbox', { name }))
  expect(within(decide()).getByRole('button', { name: '请选至少一种处理' })).toBeTruthy()
})

test('in the queue J and K go from case to case, X chooses one, and a line says so; elsewhere the keys are letters', async () => {
  const { address } = open()
  expect(screen.getByText(/上一条、下一条/).textContent).toBe('J K 上一条、下一条 X 选中')
  const rows = () => screen.getAllByRole('checkbox', { name: /换一个引擎吧|专业接外包/ }) as HTMLInputElement[]
  screen.getByRole('link', { name: /高.*专业接外包/ }).focus()
  await userEvent.keyboard('jx')
  expect(document.activeElement).toBe(screen.getByRole('link', { name: /低.*换一个引擎吧/ }))
  expect(rows().map(({ checked }) => checked)).toEqual([false, true])
  await waitFor(() => expect(address()).toContain('case=rk_ms_2'))
  await userEvent.keyboard('kx')
  expect(rows().map(({ checked }) => checked)).toEqual([true, true])
  // the same keys on a Russian keyboard
  for (let twice = 0; twice < 2; twice++) {
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'ч', code: 'KeyX' })
    expect(rows()[0]?.checked).toBe(twice === 1)
  }
  await userEvent.click(within(decide()).getByRole('textbox', { name: '告诉作者的话' }))
  await userEvent.keyboard('xj')
  expect(rows().map(({ checked }) => checked)).toEqual([true, true])
  expect((within(decide()).getByRole('textbox', { name: '告诉作者的话' }) as HTMLTextAreaElement).value).toBe('xj')
})

test('a message that waits is let through', () => {
  open({ file: file({ isHeld: true }) })
  expect(within(decide()).getByRole('button', { name: '放行' })).toBeTruthy()
  expect(within(decide()).queryByRole('button', { name: '忽略举报' })).toBeNull()
})

test('of a moderator neither mute nor suspension is offered, of a profile no hiding', () => {
  open({ file: file({ mayRestrict: false, mayHide: false, entry: entry('u_1', { type: 'profile' }) }) })
  const boxes = within(decide()).getAllByRole('checkbox') as HTMLInputElement[]
  expect(boxes.map(({ value, checked }) => [value, checked])).toEqual([['warn', true]])
})

test('a decision is sent as chosen; ticked cases are decided together', async () => {
  const { api, sent } = apiThat()
  await actOnCases(
    api,
    formWith([
      ['act', 'ban'],
      ['target', 'message ms_1'],
      ['measure', 'hide'],
      ['measure', 'mute'],
      ['muteDays', '7'],
      ['reason', 'spam'],
      ['note', '请看规则'],
    ]),
  )
  const many: [string, string][] = [
    ['act', 'many-ignore'],
    ['case', 'message ms_1'],
    ['case', 'profile u_1'],
  ]
  const answer = await actOnCases(api, formWith(many))
  expect(answer).toMatchObject({ done: true, count: 2 })
  expect(sent).toEqual([
    [
      'POST /api/learn/report/ban',
      { id: 'ms_1', type: 'message', reason: 'spam', note: '请看规则', hide: true, warn: false, muteDays: 7 },
    ],
    [
      'POST /api/learn/report/many',
      {
        action: 'ignore',
        targets: [
          { type: 'message', id: 'ms_1' },
          { type: 'profile', id: 'u_1' },
        ],
      },
    ],
  ])
  open({ answer: (await actOnCases(api, formWith([['act', 'many-ban']]))) as ModerationAnswer })
  expect(screen.getByRole('alert').textContent).toBe('请先选中要处理的条目。')
})

test('where another moderator was quicker the page says so, and what was typed stays', async () => {
  const { api } = apiThat(new ApiError(409, { code: 'conflict', message: '' }))
  const fields: [string, string][] = [
    ['act', 'ban'],
    ['target', 'message ms_1'],
    ['measure', 'warn'],
    ['note', '写到一半'],
  ]
  open({ answer: await actOnCases(api, formWith(fields)) })
  expect(screen.getByRole('alert').textContent).toContain('另一位版主刚刚处理过')
  expect((within(decide()).getByRole('textbox', { name: '告诉作者的话' }) as HTMLTextAreaElement).value).toBe(
    '写到一半',
  )
  expect((within(decide()).getByRole('checkbox', { name: /警告/ }) as HTMLInputElement).checked).toBe(true)
})

test('a decision that stands can be taken back; with an appeal it can be rejected as well', () => {
  open({
    view: 'appealed',
    file: file({
      entry: entry('ms_1', { status: 'banned', hasAppeal: true }),
      appeal: { content: '这是在回答提问', time: '2026-05-10T00:00:00.000Z', granted: null },
    }),
  })
  expect(screen.getByText('这是在回答提问')).toBeTruthy()
  expect(within(decide()).getByRole('button', { name: '驳回申诉' })).toBeTruthy()
  expect(within(decide()).getByRole('button', { name: '申诉成立，撤销处理' })).toBeTruthy()
})

test('an empty queue says what will be here', () => {
  open({
    file: null,
    list: { results: [], total: 0, page: 0, pageSize: 20, waiting: { open: 0, mine: 0, appealed: 0 } },
  })
  expect(screen.getByRole('heading', { name: '没有待处理的举报' })).toBeTruthy()
  expect(screen.queryByRole('complementary')).toBeNull()
  cleanup()
  open({
    view: 'appealed',
    file: null,
    list: { results: [], total: 0, page: 0, pageSize: 20, waiting: { open: 0, mine: 0, appealed: 0 } },
  })
  expect(screen.getByText('对处理的申诉会出现在这里。')).toBeTruthy()
})

test('a case says who has it and is handed on with a note; refused, the choice and the note stay', async () => {
  const handed = {
    entry: entry('ms_1', { assignee: { id: 'u_shen', name: '沈若川' } }),
    handovers: [
      { id: 1, moderator: '叶小满', assignee: '沈若川', note: '你认识作者', time: '2026-05-10T00:00:00.000Z' },
    ],
  }
  open({ file: file(handed) })
  const select = () => within(decide()).getByRole<HTMLSelectElement>('combobox', { name: '负责人' })
  expect(select().selectedOptions[0]?.textContent).toBe('沈若川')
  expect([...select().options].map(({ textContent }) => textContent)).toEqual(['所有版主', '叶小满', '沈若川'])
  const history = within(screen.getByRole('region', { name: '转交记录' }))
  expect(history.getByText('由沈若川负责', { exact: false }).textContent).toContain('你认识作者')
  cleanup()
  const fields: [string, string][] = [
    ['act', 'assign'],
    ['target', 'message ms_1'],
    ['moderator', 'u_ye'],
    ['note', '请你看看'],
  ]
  const { api, sent } = apiThat()
  await actOnCases(api, formWith(fields))
  const body = { id: 'ms_1', type: 'message', moderatorId: 'u_ye', note: '请你看看' }
  expect(sent).toEqual([['POST /api/learn/report/assign', body]])
  const refusing = apiThat(new ApiError(409, { code: 'conflict', message: '' })).api
  open({ answer: await actOnCases(refusing, formWith(fields)) })
  expect(select().selectedOptions[0]?.textContent).toBe('叶小满')
  expect(within(decide()).getByRole<HTMLTextAreaElement>('textbox', { name: '转交说明' }).value).toBe('请你看看')
})

test('decisions that are ticked are taken back together', async () => {
  open({ view: 'decided' })
  const queue = within(screen.getByRole('region', { name: '已处理' }))
  expect(queue.getAllByRole('checkbox')).toHaveLength(2)
  const back = screen.getAllByRole('link', { name: '已处理' }).map((link) => link.getAttribute('href'))
  expect(back).toEqual(['/admin/learn/moderation?status=decided', '/admin/learn/moderation?status=decided'])
  expect(queue.getByRole<HTMLButtonElement>('button', { name: '撤销处理' }).value).toBe('many-undo')
  const { api, sent } = apiThat()
  await actOnCases(
    api,
    formWith([
      ['act', 'many-undo'],
      ['case', 'message ms_1'],
    ]),
  )
  expect(sent).toEqual([
    ['POST /api/learn/report/many', { action: 'undo', targets: [{ type: 'message', id: 'ms_1' }] }],
  ])
})
