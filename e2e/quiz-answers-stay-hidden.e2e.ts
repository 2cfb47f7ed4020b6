import { expect, type Page, type Request } from '@playwright/test'
import { enterAsNew, idOf, test } from './person.ts'

// Words that stand only in the feedback of the imported quiz and of a demo quiz.
const secrets = ['more is paid for in every pixel', 'ten times too many', '阴影失真与偏移', '用投影宽度除以分辨率']
const keyWords = [/"correct"\s*:\s*(true|false)/, /\\"correct\\",(true|false)/, /"quizFeedback"/, /"feedback"/]

interface Answer {
  address: string
  body: string
}

/**
 * Everything that the browser gets, as text. Calls are read on the way, for a page that is left takes their answers with
 * it; a document is there until the next one is asked for, and would be one of nowhere when it came from here.
 */
async function receive(page: Page): Promise<{ all(): Promise<Answer[]> }> {
  const answers: Promise<Answer>[] = []
  page.on('requestfinished', (request) => {
    if (request.isNavigationRequest()) answers.push(read(request))
  })
  await page.route(isText, async (route) => {
    const request = route.request()
    if (request.isNavigationRequest()) return route.continue()
    const response = await route.fetch({ maxRedirects: 0 })
    answers.push(response.text().then((body) => ({ address: `${request.method()} ${request.url()}`, body })))
    await route.fulfill({ response })
  })
  return {
    async all() {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      return Promise.all(answers)
    },
  }
}

async function read(request: Request): Promise<Answer> {
  const response = await request.response()
  const hasBody = response?.status() === 200
  return { address: `${request.method()} ${request.url()}`, body: hasBody ? await response.text() : '' }
}

function isText({ pathname }: URL): boolean {
  return !/\.(js|css|woff2|avif|webp|png|svg)$/.test(pathname)
}

test('nothing that tells an answer reaches a guest or an open attempt, in any byte the browser gets', async ({
  page,
  context,
}) => {
  const received = await receive(page)
  const quizzes = [
    await idOf(page.request, 'quiz', 'Lantern light'),
    await idOf(page.request, 'quiz', '阴影小测：从失真到级联'),
  ]
  for (const quiz of quizzes) {
    await page.goto(`/quiz/${quiz}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.goto(`/search?k=${encodeURIComponent('["query:用投影宽度除以分辨率"]')}`)
  await enterAsNew(context)
  for (const quiz of quizzes) {
    await page.goto(`/quiz/${quiz}`)
    await page.getByRole('button', { name: '开始测验' }).click()
    await page.getByRole('main').getByRole('radio').first().check()
    await expect(page.getByText(/答案已保存/).first()).toBeVisible()
    await page.getByRole('link', { name: '概览' }).click()
    await expect(page).toHaveURL(/tab=overview/)
    await page.reload()
  }

  const answers = await received.all()
  expect(answers.filter(({ address }) => address.includes('/quiz')).length).toBeGreaterThan(6)
  const leaks = answers.flatMap(({ address, body }) =>
    [
      ...secrets.filter((secret) => body.includes(secret)),
      ...keyWords.filter((word) => word.test(body)).map(String),
    ].map((leak) => `${leak} in ${address}`),
  )
  // the search page repeats the query, and nothing else of it
  expect(leaks.filter((leak) => !leak.includes('/search?'))).toEqual([])
  const hit = answers.find(({ address }) => address.includes('/search?k='))
  expect(hit?.body).not.toContain(`/quiz/${quizzes[1]}`)
})
