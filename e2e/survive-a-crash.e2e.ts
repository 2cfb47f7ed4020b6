import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, request } from '@playwright/test'
import { runSite } from '../tools/run-site.ts'
import { messageTo } from '../tools/visit.ts'
import { newPhone, post, test } from './person.ts'
import { sitePort } from './site-address.ts'

/** Of the site of this journey alone, beside that of all journeys. */
const port = sitePort + 1

test('no acknowledged step is lost when the site and its database are killed while learners tick', async () => {
  // two starts, one of them with the demo site's content: minutes on a machine that has other work
  test.slow()
  const first = await runSite({ port })
  const learner = await request.newContext({ baseURL: first.url })
  const phone = newPhone()
  await post(learner, '/api/learn/cn/sms/signUp', { smsType: 'main_login', mobile: phone })
  const { code } = await messageTo(learner, phone)
  await post(learner, '/api/learn/cn/sms/login', { smsType: 'main_login', mobile: phone, code })
  const steps = await stepsToTick(learner)
  expect(steps.length).toBeGreaterThan(80)

  const { csrfToken } = await (await learner.get('/api/session')).json()
  const acknowledged: Step[] = []
  let isKilled = false
  const kill = () => {
    if (isKilled) return
    isKilled = true
    process.kill(postgresPid(first.dataDir), 'SIGKILL')
    process.kill(first.pid, 'SIGKILL')
  }
  // four tabs tick at once; the sixtieth answer is the last thing the site does
  const waiting = [...steps]
  const tab = async () => {
    for (let step = waiting.shift(); step && !isKilled; step = waiting.shift()) {
      const answer = await learner
        .post(`/api/learn/cn/record/tutorial/step?_csrf=${encodeURIComponent(csrfToken)}`, {
          data: { id: step.itemId, type: 'tutorial', stepId: step.id, completed: true },
        })
        .catch(() => null)
      if (answer?.ok()) acknowledged.push(step)
      if (acknowledged.length >= 60) kill()
    }
  }
  await Promise.all([tab(), tab(), tab(), tab()])
  expect(isKilled).toBe(true)
  await first.stop({ keepData: true })

  const second = await runSite({ port, env: { DATA_DIR: first.dataDir } })
  try {
    const lost: Step[] = []
    for (const step of acknowledged) {
      const answer = await learner.get('/api/learn/cn/record/item', { params: { id: step.itemId } })
      const { recordMap } = (await answer.json()) as { recordMap: Record<string, RecordedSteps> }
      if (!recordMap[step.itemId]?.steps[step.id]?.completed) lost.push(step)
    }
    expect(lost).toEqual([])
    expect(acknowledged.length).toBeGreaterThanOrEqual(60)
  } finally {
    await learner.dispose()
    await second.stop()
  }
})

interface Step {
  itemId: string
  id: string
}

interface RecordedSteps {
  steps: Record<string, { completed: boolean }>
}

async function stepsToTick(learner: Awaited<ReturnType<typeof request.newContext>>): Promise<Step[]> {
  const list = await learner.get('/api/learn/catalog/list', { params: { type: 'tutorial', pageSize: 40 } })
  const { results } = (await list.json()) as { results: { id: string }[] }
  const steps: Step[] = []
  for (const { id: itemId } of results) {
    const answer = await learner.get(`/api/learn/tutorial/${itemId}/extends`)
    if (!answer.ok()) continue
    const { tutorialData } = (await answer.json()) as {
      tutorialData: { readable: boolean; sections: { id: string }[] }
    }
    if (tutorialData.readable) steps.push(...tutorialData.sections.map(({ id }) => ({ itemId, id })))
  }
  return steps
}

/** The first line of what PostgreSQL writes about itself. */
function postgresPid(dataDir: string): number {
  const { home } = JSON.parse(readFileSync(join(dataDir, 'postgres.json'), 'utf8')) as { home: string }
  return Number(readFileSync(join(home, 'data', 'postmaster.pid'), 'utf8').split('\n')[0])
}
