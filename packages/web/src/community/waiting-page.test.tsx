// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { samplePerson } from '#testing/samples.ts'
import { prepareBrowser, show } from '#testing/show.tsx'
import WaitingQuestions from '../pages/waiting-questions.tsx'
import { sampleDiscussion, sampleMessage, speaker } from './testing/sample-discussion.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

type Props = Parameters<typeof WaitingQuestions>[0]

function open(...ids: string[]) {
  const { content } = sampleDiscussion()
  const results = ids.map((id) => ({ question: sampleMessage(id), content, step: null }))
  const list = { results, userMap: { [speaker.id]: speaker }, page: 0, pageSize: 20, total: ids.length }
  show(<WaitingQuestions {...({ loaderData: { list, title: '' } } as Props)} />, { user: samplePerson() })
}

test('each question that waits says where it was asked and leads to its reply', () => {
  open('ms_1', 'ms_2')
  expect(screen.getByText('你的内容下有2个问题还没有人回答')).toBeTruthy()
  const { title } = sampleDiscussion().content
  expect(screen.getAllByText(title)).toHaveLength(2)
  expect(screen.getAllByRole('link', { name: '回复' }).map((link) => link.getAttribute('href'))).toEqual(
    ['ms_1', 'ms_2'].map((id) => `/messages/c/cn_1?messageId=${id}&reply=${id}#m-${id}`),
  )
})

test('where nothing waits the page says what will be here', () => {
  open()
  expect(screen.getByText('没有待回答的问题')).toBeTruthy()
})
