import { screen, within } from '@testing-library/react'
import { TutorialReader, type TutorialReaderProps } from '../tutorial-reader.tsx'
import { testItem, testRecord } from './page.ts'

// The reading page of the tutorial of page.ts, and where its parts are on the screen.

export function reader(more: Partial<TutorialReaderProps> = {}) {
  return (
    <TutorialReader
      item={testItem()}
      breadcrumb={[]}
      collected={false}
      bought={false}
      collectCount={0}
      records={{}}
      parent={null}
      nearest={null}
      context={{}}
      versions={[]}
      place={{ sectionId: null, chapterId: null }}
      start={false}
      here="/tutorial/ltu_shadow"
      questions={{}}
      details={null}
      {...more}
    />
  )
}

/** Where ticks are sent. */
export const stepPath = '/api/learn/cn/record/tutorial/step'

/** Records of a learner who has begun. */
export const learning = { ltu_shadow: testRecord() }

export const answerWith = (record: ReturnType<typeof testRecord>) => () => ({ recordMap: { ltu_shadow: record } })

export const step = (title: string) => ({ name: new RegExp(`步 ${title}$`) })

export const tick = (title: string) => within(screen.getByRole('region', step(title))).getByRole('button')

/** Progress and the main act, at the top of the page. */
export const panel = () => screen.getByRole('region', { name: '《级联阴影》学习进度' })
