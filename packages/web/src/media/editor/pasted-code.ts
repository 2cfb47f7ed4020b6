import { codeLanguages } from './code-languages.ts'
import { looksLikeMarkdown } from './markdown-likeness.ts'
import { isColouredCode } from './pasted-html.ts'

/** Several lines that an editor of code has put into the clipboard. Visual Studio Code names their language. */
export function codeOf(data: Pick<DataTransfer, 'getData'>): { text: string; language: string } | null {
  const text = data.getData('text/plain').replaceAll('\r\n', '\n').replace(/\n+$/, '')
  if (!text.includes('\n') || !isColouredCode(data.getData('text/html'))) return null
  const mode = modeOf(data.getData('vscode-editor-data'))
  // a text in an editor of code is a text
  if (mode === 'markdown' || mode === 'plaintext' || (mode === '' && looksLikeMarkdown(text))) return null
  return { text, language: codeLanguages.includes(mode) ? mode : '' }
}

function modeOf(written: string): string {
  try {
    const { mode } = JSON.parse(written) as { mode?: unknown }
    return typeof mode === 'string' ? mode : ''
  } catch {
    return ''
  }
}
