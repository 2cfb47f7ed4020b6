import { expect, type FrameLocator, type Page } from '@playwright/test'
import { signIn } from '../tools/visit.ts'
import { enrol, openClass, openSchool, ownId, teacher } from './campus-acts.ts'
import { isAlive, test } from './person.ts'
import { zipOf } from './zip.ts'

const manifest = (title: string) => `<?xml version="1.0"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>${title}</title>
    <item identifier="one" identifierref="r"><title>影子的长度</title></item></organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="unit/index.html"/></resources>
</manifest>`

// as authoring tools do it: a frame inside, which looks upwards for the run-time
const unit = '<!doctype html><title>Unit</title><iframe src="inner.html" style="width:100%;height:300px"></iframe>'
const inner = `<!doctype html><meta charset="utf-8"><title>Inner</title><p id="place"></p>
<button id="page">Page two</button> <button id="done">Finish</button>
<script>
  let above = window
  while (!above.API_1484_11 && above.parent !== above) above = above.parent
  const api = above.API_1484_11
  api.Initialize('')
  const show = () => {
    const kept = api.GetValue('cmi.suspend_data')
    place.textContent = api.GetValue('cmi.entry') + ' ' + api.GetValue('cmi.location') + ' ' + kept.length
  }
  show()
  page.onclick = () => {
    api.SetValue('cmi.location', 'two')
    api.SetValue('cmi.suspend_data', 'x'.repeat(100000))
    api.Commit('')
    show()
  }
  done.onclick = () => {
    api.SetValue('cmi.completion_status', 'completed')
    api.SetValue('cmi.success_status', 'passed')
    api.SetValue('cmi.score.scaled', '0.9')
    api.SetValue('cmi.session_time', 'PT2M')
    api.Terminate('')
  }
</script>`

function insideOf(frame: FrameLocator): FrameLocator {
  return frame.frameLocator('iframe').frameLocator('iframe')
}

/** Imports a package at the school of the demo, as its teacher, and opens its page. */
async function importPackage(page: Page, title: string, files: Parameters<typeof zipOf>[0]): Promise<void> {
  await page.goto('/campus/organisation/og_demo?tab=packages')
  const input = page.locator('input[type=file]')
  await isAlive(input)
  await input.setInputFiles({ name: 'package.zip', mimeType: 'application/zip', buffer: zipOf(files) })
  await page.getByRole('link', { name: title }).click()
}

/** Gives the package of this page to a class. */
async function giveTo(page: Page, className: string): Promise<void> {
  const give = page.getByRole('button', { name: `分配给${className}` })
  await isAlive(give)
  await give.click()
  await expect(page.getByRole('heading', { name: `${className}的进度` })).toBeVisible()
}

test('a teacher imports a package of SCORM 2004, a learner goes on after a closed tab, the class has the result, and another learner is let off', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  const stamp = Date.now().toString(36)
  const title = `影子课 ${stamp}`
  const admin = await openSchool(browser, baseURL)
  const { context: learner, id: learnerId } = await enrol(browser, baseURL, admin)
  const waived = await enrol(browser, baseURL, admin)
  await waived.context.close()
  await signIn(context, teacher)
  const people = [learnerId, waived.id, await ownId(context)]
  const classId = await openClass(admin, `日晷班 ${stamp}`, people)
  await admin.close()

  await importPackage(page, title, {
    'imsmanifest.xml': manifest(title),
    'unit/index.html': unit,
    'unit/inner.html': inner,
  })
  await giveTo(page, `日晷班 ${stamp}`)
  const table = page.getByRole('region', { name: `日晷班 ${stamp}的进度` })
  await expect(table.getByText('未开始')).toHaveCount(2)

  const first = await learner.newPage()
  await first.goto(`/campus/class/${classId}`)
  await first.getByRole('link', { name: title }).click()
  await first.getByRole('link', { name: '开始学习' }).click()
  const inFirst = insideOf(first.frameLocator('main iframe'))
  await expect(inFirst.getByText('ab-initio')).toBeVisible()
  await inFirst.getByRole('button', { name: 'Page two' }).click()
  await expect(first.getByText('已保存')).toBeVisible()
  await first.close()

  const second = await learner.newPage()
  await second.goto(first.url())
  const inSecond = insideOf(second.frameLocator('main iframe'))
  await expect(inSecond.getByText('resume two 100000')).toBeVisible()
  // what is written without a network is kept, and sent when it is back
  await learner.setOffline(true)
  await inSecond.getByRole('button', { name: 'Finish' }).click()
  await expect(second.getByText('没有网络')).toBeVisible()
  await learner.setOffline(false)
  await expect(second.getByText('已通过')).toBeVisible({ timeout: 20_000 })
  // a unit that another tab has opened since says so, and not that it has ended
  await second.reload()
  const finish = inSecond.getByRole('button', { name: 'Finish' })
  await expect(finish).toBeVisible()
  const third = await learner.newPage()
  await third.goto(first.url())
  await expect(insideOf(third.frameLocator('main iframe')).getByRole('button', { name: 'Finish' })).toBeVisible()
  await finish.click()
  await expect(second.getByRole('heading', { name: '已在别处打开' })).toBeVisible()
  await expect(second.getByText('本单元的这次学习已结束。')).toBeHidden()
  await learner.close()

  await page.reload()
  await expect(table.getByRole('row', { name: /已完成.*90%/ })).toBeVisible()

  // somebody who can do it already need not
  await table
    .getByRole('row', { name: /未开始/ })
    .getByRole('link')
    .click()
  const act = page.getByRole('button', { name: '免修：影子的长度' })
  await isAlive(act)
  await act.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('原因').selectOption('已在别处完成等同的学习')
  await dialog.getByRole('button', { name: '免修', exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText('已免修', { exact: true })).toBeVisible()
  await expect(act).toHaveCount(0)
  await expect(table.getByText('已完成')).toHaveCount(2)
})

const parting = `<!doctype html><meta charset="utf-8"><title>Unit</title><p id="place"></p>
<script>
  const api = parent.API_1484_11
  api.Initialize('')
  place.textContent = 'at ' + api.GetValue('cmi.location')
  addEventListener('pagehide', () => {
    api.SetValue('cmi.location', 'the end')
    api.SetValue('cmi.completion_status', 'completed')
    api.SetValue('cmi.exit', 'suspend')
    api.Terminate('')
  })
</script>`

test('what a unit writes while its tab is closed is kept', async ({ page, context }) => {
  const title = `影子课 ${Date.now().toString(36)}`
  await signIn(context, teacher)
  await importPackage(page, title, { 'imsmanifest.xml': manifest(title), 'unit/index.html': parting })
  await expect(page.getByRole('link', { name: '开始学习' })).toBeVisible()
  const played = await context.newPage()
  await played.goto(page.url())
  await played.getByRole('link', { name: '开始学习' }).click()
  await expect(played.frameLocator('main iframe').frameLocator('iframe').getByText('at')).toBeVisible()
  await played.close({ runBeforeUnload: true })
  await expect(async () => {
    await page.reload()
    await expect(page.getByText('已完成').first()).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await page.getByRole('link', { name: '影子的长度' }).click()
  await expect(page.frameLocator('main iframe').frameLocator('iframe').getByText('at the end')).toBeVisible()
})

const quizAndTalk = (title: string) => `<?xml version="1.0"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>${title}</title>
    <item identifier="quiz" identifierref="r"><title>影子测验</title><imsss:sequencing><imsss:sequencingRules>
      <imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied" operator="not"/></imsss:ruleConditions><imsss:ruleAction action="retry"/></imsss:postConditionRule>
      <imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/></imsss:ruleConditions><imsss:ruleAction action="continue"/></imsss:postConditionRule>
    </imsss:sequencingRules></imsss:sequencing></item>
    <item identifier="talk" identifierref="r"><title>影子讲解</title></item>
    <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing></organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="index.html"/></resources>
</manifest>`

const quiz = `<!doctype html><meta charset="utf-8"><title>Unit</title><button id="failed">Fail</button> <button id="passed">Pass</button>
<script>
  const api = parent.API_1484_11
  api.Initialize('')
  for (const button of [failed, passed]) {
    button.onclick = () => {
      api.SetValue('cmi.success_status', button.id)
      api.Terminate('')
    }
  }
</script>`

test('a package of SCORM 2004 whose rules repeat a failed unit and go on after a passed one is played by them', async ({
  page,
  context,
}) => {
  const title = `影子课 ${Date.now().toString(36)}`
  await signIn(context, teacher)
  await importPackage(page, title, { 'imsmanifest.xml': quizAndTalk(title), 'index.html': quiz })
  await page.getByRole('link', { name: '开始学习' }).click()
  const inUnit = page.frameLocator('main iframe').frameLocator('iframe')
  await inUnit.getByRole('button', { name: 'Fail' }).click()
  await page.getByRole('button', { name: '重新打开' }).click()
  await expect(page.getByRole('heading', { name: '影子测验' })).toBeVisible()
  await inUnit.getByRole('button', { name: 'Pass' }).click()
  await expect(page.getByRole('heading', { name: '影子讲解' })).toBeVisible()
})

const toldToGo = (title: string) => `<?xml version="1.0"?>
<manifest identifier="m" xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" xmlns:imsss="http://www.imsglobal.org/xsd/imsss">
  <metadata><schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion></metadata>
  <organizations default="o"><organization identifier="o"><title>${title}</title>
    <item identifier="talk" identifierref="r"><title>影子讲解</title></item>
    <item identifier="exam" identifierref="r"><title>影子考试</title><imsss:sequencing><imsss:limitConditions attemptLimit="1"/></imsss:sequencing></item>
    <item identifier="race" identifierref="r"><title>限时练习</title><adlcp:timeLimitAction>exit,message</adlcp:timeLimitAction>
      <imsss:sequencing><imsss:limitConditions attemptAbsoluteDurationLimit="PT1S"/></imsss:sequencing></item>
    <imsss:sequencing><imsss:controlMode flow="true"/></imsss:sequencing></organization></organizations>
  <resources><resource identifier="r" type="webcontent" adlcp:scormType="sco" href="index.html"/></resources>
</manifest>`

const asking = `<!doctype html><meta charset="utf-8"><title>Unit</title><p id="valid"></p>
<button>continue</button> <button>{target=exam}choice</button> <button>exitAll</button>
<script>
  const api = parent.API_1484_11
  api.Initialize('')
  const names = ['continue', 'previous', 'choice.{target=exam}', 'jump.{target=exam}']
  valid.textContent = names.map((name) => api.GetValue('adl.nav.request_valid.' + name)).join(' ')
  for (const button of document.querySelectorAll('button')) {
    button.onclick = () => {
      api.SetValue('adl.nav.request', button.textContent)
      api.Terminate('')
    }
  }
</script>`

test('a unit of SCORM 2004 asks where to go, and one whose attempts are used up is locked and says why', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  test.setTimeout(150_000)
  const stamp = Date.now().toString(36)
  const title = `影子课 ${stamp}`
  const admin = await openSchool(browser, baseURL)
  const { context: learner, id: learnerId } = await enrol(browser, baseURL, admin)
  await signIn(context, teacher)
  const classId = await openClass(admin, `考试班 ${stamp}`, [learnerId, await ownId(context)])
  await admin.close()
  await importPackage(page, title, { 'imsmanifest.xml': toldToGo(title), 'index.html': asking })
  await giveTo(page, `考试班 ${stamp}`)

  const own = await learner.newPage()
  await own.goto(`/campus/class/${classId}`)
  await own.getByRole('link', { name: title }).click()
  await own.getByRole('link', { name: '开始学习' }).click()
  const inUnit = own.frameLocator('main iframe').frameLocator('iframe')
  await expect(inUnit.getByText('true false true true')).toBeVisible()
  await inUnit.getByRole('button', { name: 'continue' }).click()
  await expect(own.getByRole('heading', { name: '影子考试' })).toBeVisible()
  const examAddress = own.url()
  await expect(inUnit.getByText('true true true true')).toBeVisible()
  await inUnit.getByRole('button', { name: 'exitAll' }).click()
  await expect(own.getByRole('heading', { name: title })).toBeVisible()
  await expect(own.getByText('次数已用完')).toBeVisible()
  await expect(own.getByRole('link', { name: '影子考试' })).toHaveCount(0)
  await own.goto(examAddress)
  await expect(own.getByRole('heading', { name: '次数已用完' })).toBeVisible()

  // a unit whose time is over is ended by the page, and the way on stays open
  await own.getByRole('link', { name: '返回概览' }).first().click()
  await own.getByRole('link', { name: '限时练习' }).click()
  await expect(own.getByText('本单元的时间已到。')).toBeVisible()
  await expect(inUnit.getByRole('button', { name: 'continue' })).toHaveCount(0)
  await own.getByRole('link', { name: '上一单元' }).click()
  await expect(inUnit.getByText('false false false false')).toBeVisible()
  await learner.close()
})
