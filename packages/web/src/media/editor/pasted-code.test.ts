import { expect, test } from 'vitest'
import { codeOf } from './pasted-code.ts'

const coloured = '<div style="font-family: Consolas, monospace;white-space: pre;"><div>local a = 1</div></div>'

function copied(text: string, mode?: string, html = coloured) {
  const data: Record<string, string> = {
    'text/plain': text,
    'text/html': html,
    ...(mode !== undefined && { 'vscode-editor-data': JSON.stringify({ version: 1, mode }) }),
  }
  return codeOf({ getData: (type) => data[type] ?? '' })
}

test('lines of an editor of code are code, in the language that it names', () => {
  expect(copied('local a = 1\r\n  if a then\r\n', 'lua')).toEqual({
    text: 'local a = 1\n  if a then',
    language: 'lua',
  })
  expect(copied('# a comment\nprint(1)', 'python')).toEqual({ text: '# a comment\nprint(1)', language: 'python' })
  expect(copied('a\nb', 'befunge')).toEqual({ text: 'a\nb', language: '' })
  expect(copied('let a\nlet b')).toEqual({ text: 'let a\nlet b', language: '' })
})

test('a single line, a text and what is no editor of code stay text', () => {
  expect(copied('local a = 1', 'lua')).toBeNull()
  expect(copied('one\ntwo', 'plaintext')).toBeNull()
  expect(copied('# Title\n\n- one', 'markdown')).toBeNull()
  expect(copied('# Title\n\n- one')).toBeNull()
  expect(copied('one\ntwo', undefined, '<p>one</p><p>two</p>')).toBeNull()
})
