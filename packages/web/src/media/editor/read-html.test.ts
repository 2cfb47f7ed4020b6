// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { documentFromHtml } from './document-from-html.ts'

test('text that was kept as HTML becomes a document of the editor, without what the schema has no word for', async () => {
  const html = '<h2>标题</h2><p>一段<strong>重要</strong>的话<script>alert(1)</script></p><ul><li><p>一</p></li></ul>'
  const { type, content } = await documentFromHtml(html)
  expect(type).toBe('doc')
  expect(content).toMatchObject([
    { type: 'heading', content: [{ type: 'text', text: '标题' }] },
    {
      type: 'paragraph',
      content: [{ text: '一段' }, { text: '重要', marks: [{ type: 'bold' }] }, { text: '的话' }],
    },
    { type: 'bulletList', content: [{ type: 'listItem' }] },
  ])
  expect(JSON.stringify(content)).not.toContain('alert')
})
