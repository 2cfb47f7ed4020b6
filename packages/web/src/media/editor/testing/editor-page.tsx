import type { RichDocument } from '@lantern/contract/media/rich-document.ts'
import { type CSSProperties, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { loadCatalogue } from '#kit/catalogue.ts'
import { MessagesProvider } from '#kit/messages.tsx'
import { RichTextEditor } from '../rich-text-editor.tsx'
import '#ui/styles/index.css'

// A page with nothing but the editor, for tests in a real browser: input methods, the clipboard and typing speed are not
// what jsdom knows.

declare global {
  interface Window {
    /** What the editor said last. */
    said: RichDocument | null
    /** How often it said something. */
    sayings: number
    /** Puts a text in from outside, as a restored revision does. */
    give: (value: RichDocument) => void
    start: (value: RichDocument, options?: { compact?: boolean; limit?: number }) => void
  }
}

await loadCatalogue('zh_CN')

function Page({ first, compact, limit }: { first: RichDocument; compact: boolean; limit: number | undefined }) {
  const [value, setValue] = useState(first)
  window.give = setValue
  return (
    <main style={{ maxWidth: 900, margin: '0 auto', '--editor-bars-top': '0px' } as CSSProperties}>
      <h1>正文</h1>
      <RichTextEditor
        value={value}
        label="步骤正文"
        compact={compact}
        {...(limit !== undefined && { limit })}
        pickMedia={async (kind) =>
          kind === 'image'
            ? { kind: 'image', imageId: 'img_picked', alt: '选好的图片' }
            : { kind: 'video', videoId: 'vd_picked', title: '选好的视频' }
        }
        uploadImage={async (file) => ({ imageId: 'img_uploaded', alt: file.name })}
        onChange={(next) => {
          window.said = next
          window.sayings++
          setValue(next)
        }}
      />
      <button type="button">后面的按钮</button>
    </main>
  )
}

window.said = null
window.sayings = 0
window.start = (first, { compact = false, limit } = {}) => {
  const page = (
    <MessagesProvider locale="zh_CN">
      <Page first={first} compact={compact} limit={limit} />
    </MessagesProvider>
  )
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  createRoot(place).render(<RouterProvider router={createMemoryRouter([{ path: '*', element: page }])} />)
}
