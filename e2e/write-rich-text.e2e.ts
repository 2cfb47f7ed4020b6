import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type CDPSession, expect, type Page, test } from '@playwright/test'
import { type EditorPage, openEditorPage } from './editor-page.ts'

// The editor of rich text by itself in a real browser: input methods, the clipboard, the keyboard and speed.

let editor: EditorPage
test.beforeAll(async () => {
  editor = await openEditorPage()
})
test.afterAll(() => editor.close())

interface Doc {
  type: 'doc'
  content: { type: string; attrs?: Record<string, unknown>; content?: unknown[] }[]
}

const line = (text: string) => ({ type: 'paragraph', ...(text !== '' && { content: [{ type: 'text', text }] }) })
const docOf = (...lines: string[]): Doc => ({ type: 'doc', content: lines.map(line) })

async function write(page: Page, value: Doc = docOf(''), options: { compact?: boolean; limit?: number } = {}) {
  await page.goto(editor.address)
  await page.waitForFunction(() => typeof window.start === 'function')
  await page.evaluate(([first, given]) => window.start(first, given), [value, options] as const)
  const text = page.getByRole('textbox', { name: '步骤正文' })
  await text.waitFor()
  await text.locator('> *').last().click()
  await page.keyboard.press('Control+End')
  // the browser tells the editor where the caret is before it draws the next frame
  await page.evaluate(() => new Promise(requestAnimationFrame))
  return text
}

const said = (page: Page) => page.evaluate(() => window.said as Doc | null)
const saidTypes = async (page: Page) => (await said(page))?.content.map(({ type }) => type)

/** What an input method does: text that is not decided yet, keys that are its own, then the words. */
async function inputMethod(page: Page) {
  const cdp: CDPSession = await page.context().newCDPSession(page)
  return {
    compose: (text: string) =>
      cdp.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length }),
    /** A key that the input method takes for itself. */
    async press(key: string, code: string) {
      await cdp.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', key, code, windowsVirtualKeyCode: 229 })
      await cdp.send('Input.dispatchKeyEvent', { type: 'keyUp', key, code, windowsVirtualKeyCode: 229 })
    },
    commit: (text: string) => cdp.send('Input.insertText', { text }),
  }
}

test('an input method finds a callout, and its own keys choose nothing', async ({ page }) => {
  const text = await write(page)
  const ime = await inputMethod(page)
  await page.keyboard.type('/')
  await expect(page.getByRole('option').first()).toBeVisible()
  await ime.compose('t')
  await ime.compose('ti')
  await ime.press('ArrowDown', 'ArrowDown')
  await ime.press('Enter', 'Enter')
  await ime.press('Tab', 'Tab')
  await ime.press('Escape', 'Escape')
  await expect(text.locator('aside')).toHaveCount(0)
  await ime.commit('提')
  await expect(text).toHaveText('/提')
  await expect(page.getByRole('option').first()).toHaveText('提示框：演示')
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('option', { selected: true })).toHaveText('提示框：讲解')
  await page.keyboard.press('Enter')
  await ime.compose('jiangjie')
  await ime.commit('讲解的话')
  await expect
    .poll(() => said(page))
    .toEqual({
      type: 'doc',
      content: [{ type: 'callout', attrs: { tone: 'explain', name: '' }, content: [line('讲解的话')] }],
    })
})

test('Enter, shortcuts and signs of Markdown do nothing while words are being composed', async ({ page }) => {
  await write(page, docOf('前'))
  const ime = await inputMethod(page)
  await ime.compose('nihao')
  await ime.press('Enter', 'Enter')
  await ime.commit('你好')
  await expect.poll(() => said(page)).toEqual(docOf('前你好'))
  await page.keyboard.press('Enter')
  await ime.compose('**cu**')
  await ime.commit('粗')
  await expect.poll(() => said(page)).toEqual(docOf('前你好', '粗'))
  // composed word by word in the middle of a line, where a view that redraws would lose the place
  await page.keyboard.press('ArrowLeft')
  for (const word of ['一', '二', '三']) {
    await ime.compose('x')
    await ime.compose('xx')
    await ime.commit(word)
  }
  await expect.poll(() => said(page)).toEqual(docOf('前你好', '一二三粗'))
})

test('the keyboard reaches everything and is never trapped', async ({ page }) => {
  const text = await write(page, docOf('甲'))
  await page.keyboard.press('Alt+F10')
  await expect(page.getByRole('button', { name: '加粗' })).toBeFocused()
  await page.keyboard.press('End')
  await expect(page.getByRole('button', { name: '更多格式' })).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByRole('button', { name: '加粗' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+Alt+c')
  await page.keyboard.press('Tab')
  await page.keyboard.type('x')
  await expect
    .poll(async () => (await said(page))?.content[0])
    .toMatchObject({ type: 'codeBlock', content: [{ text: '甲  x' }] })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '后面的按钮' })).toBeFocused()
})

const item = (...content: unknown[]) => ({ type: 'listItem', content })
const cell = (text: string) => ({ type: 'tableCell', content: [line(text)] })

const holders: Record<string, Doc['content'][number]> = {
  'a list': { type: 'bulletList', content: [item(line('甲')), item(line('乙'))] },
  'a table': {
    type: 'table',
    attrs: { caption: '' },
    content: [{ type: 'tableRow', content: [cell('甲'), cell('乙')] }],
  },
}
for (const [where, block] of Object.entries(holders)) {
  test(`after Escape the Tab key leaves ${where} too`, async ({ page }) => {
    const text = await write(page, { type: 'doc', content: [line('前'), block, line('后')] })
    // a busy browser tells where the caret is after the next key
    await page.evaluate(() => {
      const hold = (event: Event) => event.stopImmediatePropagation()
      addEventListener('selectionchange', hold, { capture: true })
      const tell = () => {
        removeEventListener('selectionchange', hold, { capture: true })
        document.dispatchEvent(new Event('selectionchange'))
      }
      addEventListener('keyup', ({ key }) => key === 'Escape' && tell())
    })
    await page.keyboard.press('ArrowUp')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Shift+Tab')
    await expect(text).not.toBeFocused()
    await page.keyboard.press('Tab')
    await expect(text).toBeFocused()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: '后面的按钮' })).toBeFocused()
  })
}

test('a line can be written above a block of code that the text begins with', async ({ page }) => {
  await write(page, {
    type: 'doc',
    content: [
      {
        type: 'codeBlock',
        attrs: { language: 'lua', fileName: '', marked: '' },
        content: [{ type: 'text', text: 'a' }],
      },
    ],
  })
  await page.keyboard.press('ArrowUp')
  // what can be set about the block stands there as soon as the caret is in it
  await expect(page.getByRole('combobox', { name: '语言' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('前')
  await expect.poll(() => saidTypes(page)).toEqual(['paragraph', 'codeBlock'])
})

test('a small form gives the focus back to the text, and closes when the focus goes on', async ({ page }) => {
  const text = await write(page)
  await page.keyboard.type('/gs')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('form', { name: '公式' }).getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(text).toBeFocused()
  await page.keyboard.press('Control+k')
  const link = page.getByRole('form', { name: '链接' })
  await expect(link.getByRole('textbox')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: '后面的按钮' })).toBeFocused()
  await expect(link).toHaveCount(0)
})

test('a table is made, grown and left by the keyboard', async ({ page }) => {
  await write(page)
  await page.keyboard.type('/bg')
  await page.keyboard.press('Enter')
  await page.keyboard.type('名称')
  for (let step = 0; step < 8; step++) await page.keyboard.press('Tab')
  await page.keyboard.type('末')
  await page.keyboard.press('Tab')
  await page.keyboard.type('新')
  const table = async () => (await said(page))?.content.find(({ type }) => type === 'table')
  await expect.poll(async () => (await table())?.content).toHaveLength(4)
  await page.keyboard.press('Control+Alt+ArrowRight')
  await expect.poll(async () => ((await table())?.content?.[0] as Doc)?.content).toHaveLength(4)
  await page.getByRole('button', { name: '删除行' }).click()
  await expect.poll(async () => (await table())?.content).toHaveLength(3)
  expect(JSON.stringify(await table())).toContain('tableHeader')
})

test('a link is checked before it is set', async ({ page }) => {
  await write(page, docOf('看这里'))
  await page.keyboard.press('Shift+Home')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await page.keyboard.press('Control+k')
  const address = page.getByRole('textbox', { name: '链接地址' })
  await expect(address).toBeFocused()
  await address.fill('javascript:alert(1)')
  await page.keyboard.press('Enter')
  await expect(page.getByText('这个地址打不开')).toBeVisible()
  await address.fill('example.com/a')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await said(page))?.content[0]?.content)
    .toEqual([
      {
        type: 'text',
        text: '看这里',
        marks: [{ type: 'link', attrs: { href: 'https://example.com/a', title: null } }],
      },
    ])
})

test('an address of an offered site becomes a player, any other is refused in words [VIDEO-002]', async ({ page }) => {
  await write(page)
  await page.keyboard.type('/embed')
  await page.keyboard.press('Enter')
  const address = page.getByRole('textbox', { name: '视频或示例的地址' })
  await address.fill('https://evil.example/player')
  await page.keyboard.press('Enter')
  await expect(page.getByText('这个网站不能直接嵌入')).toBeVisible()
  await address.fill('https://www.bilibili.com/video/BV1xx411c7mD?p=1')
  await page.keyboard.press('Enter')
  await expect
    .poll(async () => (await said(page))?.content[0])
    .toEqual({
      type: 'embed',
      attrs: { url: 'https://www.bilibili.com/video/BV1xx411c7mD', caption: '' },
    })
})

async function paste(page: Page, data: Record<string, string>, files: { name: string; type: string }[] = []) {
  await page.evaluate(
    ([texts, pictures]) => {
      const transfer = new DataTransfer()
      for (const [type, text] of Object.entries(texts)) transfer.setData(type, text)
      for (const { name, type } of pictures) transfer.items.add(new File(['x'], name, { type }))
      const event = new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true, cancelable: true })
      document.querySelector('.ProseMirror')?.dispatchEvent(event)
    },
    [data, files] as const,
  )
}

test('a web page is pasted without what it could do', async ({ page }) => {
  await write(page)
  await paste(page, {
    'text/html':
      '<h1>标题</h1><p onclick="window.hacked=1">文<img src="https://elsewhere.example/a.png"></p><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>',
    'text/plain': '标题 文',
  })
  await expect.poll(() => saidTypes(page)).toEqual(['heading', 'paragraph'])
  await expect(page.getByText('2张图片')).toBeVisible()
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false)
})

test('lines of an editor of code become a block of code, which one step undoes', async ({ page }) => {
  await write(page, docOf('前', ''))
  await paste(page, {
    'text/html': '<div style="font-family: Consolas, monospace"><div>if a then</div><div>  b()</div></div>',
    'text/plain': 'if a then\n  b()',
    'vscode-editor-data': '{"version":1,"mode":"lua"}',
  })
  await expect
    .poll(async () => (await said(page))?.content[1])
    .toMatchObject({ type: 'codeBlock', attrs: { language: 'lua' }, content: [{ text: 'if a then\n  b()' }] })
  await page.keyboard.press('Control+z')
  await expect.poll(() => saidTypes(page)).toEqual(['paragraph', 'paragraph'])
})

test('text that looks like Markdown stays as it is until somebody wants it otherwise', async ({ page }) => {
  await page.route('**/api/session', (route) => route.fulfill({ json: { csrfToken: 'token' } }))
  await page.route('**/api/learn/creator/markdown/read**', (route) =>
    route.fulfill({
      json: {
        document: {
          type: 'doc',
          content: [{ type: 'heading', attrs: { level: 2, anchor: null }, content: [{ type: 'text', text: '标题' }] }],
        },
      },
    }),
  )
  await write(page, docOf(''))
  await paste(page, { 'text/plain': '## 标题\n\n- 一\n- 二' })
  await expect(page.getByText('看起来是 Markdown')).toBeVisible()
  await expect.poll(() => saidTypes(page)).toEqual(['paragraph', 'paragraph', 'paragraph'])
  await page.getByRole('button', { name: '转换为格式' }).click()
  await expect.poll(() => saidTypes(page)).toContain('heading')
  await page.keyboard.press('Control+z')
  await expect.poll(() => saidTypes(page)).toEqual(['paragraph', 'paragraph', 'paragraph'])
})

test('pictures of the clipboard go to the media store and keep their place', async ({ page }) => {
  await write(page, docOf('前', ''))
  await paste(page, {}, [{ name: 'shot.png', type: 'image/png' }])
  await expect
    .poll(async () => (await said(page))?.content[1])
    .toEqual({
      type: 'image',
      attrs: { imageId: 'img_uploaded', alt: 'shot.png', caption: '', width: 'full' },
    })
})

test('megabytes that do not fit are refused in words, and what is there stays', async ({ page }) => {
  const text = await write(page, docOf('前'))
  await paste(page, { 'text/plain': '甲'.repeat(3_000_000) })
  await expect(page.getByText('超过了一段正文的上限')).toBeVisible()
  await expect(text).toHaveText('前')
})

test('what was undone can be undone after a save and after a text from outside', async ({ page }) => {
  await write(page, docOf('一'))
  await page.keyboard.type('二')
  await expect.poll(() => said(page)).toEqual(docOf('一二'))
  // a save answers the same text in new objects
  await page.evaluate(() => window.give(structuredClone(window.said as never)))
  await page.keyboard.press('Control+z')
  await expect.poll(() => said(page)).toEqual(docOf('一'))
  await page.keyboard.press('Control+Shift+z')
  await page.evaluate((value) => window.give(value), docOf('一二', '别处来的'))
  await expect(page.getByRole('textbox', { name: '步骤正文' })).toContainText('别处来的')
  await page.getByRole('textbox', { name: '步骤正文' }).focus()
  await page.keyboard.press('Control+z')
  await expect(page.getByRole('textbox', { name: '步骤正文' })).not.toContainText('别处来的')
})

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

for (const theme of ['light', 'dark'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing in the editor, ${theme} at ${width}`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      const tone = (name: string) => ({ type: 'callout', attrs: { tone: name, name: '' }, content: [line('话')] })
      await write(page, {
        type: 'doc',
        content: [
          { type: 'heading', attrs: { level: 2, anchor: null }, content: [{ type: 'text', text: '标题' }] },
          ...['demo', 'explain', 'ask', 'warn', 'review', 'recap', 'assess', 'note', 'tip'].map(tone),
          {
            type: 'codeBlock',
            attrs: { language: 'lua', fileName: 'a.lua', marked: '' },
            content: [{ type: 'text', text: 'local a = 1 -- 注释' }],
          },
          {
            type: 'table',
            attrs: { caption: '' },
            content: [
              { type: 'tableRow', content: [{ type: 'tableHeader', content: [line('甲')] }] },
              { type: 'tableRow', content: [{ type: 'tableCell', content: [line('乙')] }] },
            ],
          },
          { type: 'embed', attrs: { url: 'https://vimeo.com/123456', caption: '看' } },
          line(''),
        ],
      })
      await page.keyboard.type('/')
      await expect(page.getByRole('option').first()).toBeVisible()
      await page.evaluate(axe)
      const found = await page.evaluate(async () => {
        const { violations } = await (
          window as unknown as {
            axe: { run: (o: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
          }
        ).axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] })
        return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(' | ')}`)
      })
      expect(found).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  }
}

test('a lesson of a megabyte opens at once and keeps up with typing', async ({ page }) => {
  const text = '级联阴影贴图把视锥体切成几段，每一段有自己的阴影贴图。'.repeat(8)
  const value: Doc = {
    type: 'doc',
    content: Array.from({ length: 1600 }, (_, index) =>
      index % 40 === 0
        ? {
            type: 'codeBlock',
            attrs: { language: 'lua', fileName: '', marked: '' },
            content: [{ type: 'text', text: 'local a = 1\n'.repeat(30) }],
          }
        : line(`${index} ${text}`),
    ),
  }
  expect(Buffer.byteLength(JSON.stringify(value))).toBeGreaterThan(1_000_000)
  await page.goto(editor.address)
  await page.waitForFunction(() => typeof window.start === 'function')
  const work = await workOf(page)
  const before = await work()
  await page.evaluate(async (first) => {
    window.start(first)
    while (!document.querySelector('.ProseMirror > p:last-child')) await new Promise(requestAnimationFrame)
    await new Promise(requestAnimationFrame)
  }, value)
  const open = await work()
  await page.locator('.ProseMirror > p').nth(3).click()
  const clicked = await work()
  await page.evaluate(async (keys) => {
    for (let key = 0; key < keys; key++) {
      document.execCommand('insertText', false, '字')
      await new Promise(requestAnimationFrame)
    }
  }, keys)
  const opening = open - before
  const perKey = ((await work()) - clicked) / keys
  test.info().annotations.push({
    type: 'measured',
    description: `opening is ${Math.round(opening)} ms of work, a key ${perKey.toFixed(1)} ms`,
  })
  console.log(test.info().annotations.at(-1)?.description)
  expect(opening).toBeGreaterThan(0)
  expect(opening).toBeLessThan(3000)
  expect(perKey).toBeLessThan(100)
})

const keys = 40

/** Milliseconds that the page's own thread has had the processor for: what else runs on the machine adds nothing. */
async function workOf(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
  }
}

test('a formula that is drawn while it is written does not push its button out of the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await write(page, docOf('一', '二', '三'))
  const form = page.getByRole('form', { name: '公式' })
  const open = async () => {
    await page.getByRole('button', { name: '更多格式' }).click()
    await page.getByRole('menuitem', { name: '公式' }).click()
    await expect(form).toBeVisible()
  }
  await open()
  const { y, height } = (await form.boundingBox()) ?? { y: 0, height: 0 }
  await page.keyboard.press('Escape')
  // empty it just fits below the line
  await page.setViewportSize({ width: 390, height: Math.ceil(y + height + 10) })
  await open()
  await page.keyboard.type('E = \\frac{m c^2}{\\sqrt{1 - v^2}}')
  await expect(form.locator('math')).toBeVisible()
  await expect(form.getByRole('button').first()).toBeInViewport({ ratio: 1 })
})
