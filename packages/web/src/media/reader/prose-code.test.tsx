// @vitest-environment jsdom
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef } from 'react'
import { expect, test } from 'vitest'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { ProseCode } from './prose-code.tsx'

await loadCatalogue('zh_CN')

function Lesson() {
  const text = useRef<HTMLDivElement>(null)
  const html =
    '<figure class="codeblock"><pre><code class="hljs"><span class="ln">local a <span class="code-mark">1</span></span>\n<span class="ln">return a</span></code></pre></figure>'
  return (
    <MessagesProvider locale="zh_CN">
      <div ref={text}>
        <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
        <ProseCode within={text} />
      </div>
    </MessagesProvider>
  )
}

test('code of a lesson is copied as it was written, without the numbers that explain it', async () => {
  const user = userEvent.setup()
  render(<Lesson />)
  await user.click(await screen.findByRole('button', { name: '复制' }))
  expect(await navigator.clipboard.readText()).toBe('local a \nreturn a')
  expect(await screen.findByRole('button', { name: '已复制' })).toBeDefined()
})
