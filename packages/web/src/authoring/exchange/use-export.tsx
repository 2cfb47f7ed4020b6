import type { previewCartridge } from '@lantern/contract/authoring/cartridges.ts'
import type { previewPackage } from '@lantern/contract/authoring/exchange.ts'
import { type ReactNode, Suspense, useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import type { ExportPreview } from './export-package-dialog.tsx'

const ExportPackageDialog = lazyPart(() => import('./export-package-dialog.tsx'))

type ExportKind = 'package' | 'cartridge'

interface Export {
  isBusy: boolean
  begin(kind: ExportKind): Promise<void>
  dialog: ReactNode
}

/** What would be missing in a file is said before it comes; one with everything comes at once. */
export function useExport(id: string): Export {
  const t = useMessages()
  const [isBusy, setBusy] = useState(false)
  const [asks, setAsks] = useState<{ kind: ExportKind; preview: ExportPreview } | null>(null)
  const params = { id }

  async function begin(kind: ExportKind) {
    setBusy(true)
    try {
      const preview: ExportPreview =
        kind === 'package'
          ? await call<typeof previewPackage>('GET /api/learn/creator/package/:id/preview', { params, query: {} })
          : await call<typeof previewCartridge>('GET /api/learn/creator/cartridge/:id/preview', { params })
      const { leftOut, unpublishedChanges, notes = [] } = preview
      if (leftOut.length + unpublishedChanges.length + notes.length > 0) setAsks({ kind, preview })
      else download(kind, id)
    } catch (error) {
      toastFailure(error, t)
    } finally {
      setBusy(false)
    }
  }

  const dialog = asks && (
    <Suspense>
      <ExportPackageDialog
        title={t(`authoring.${asks.kind}.export`)}
        preview={asks.preview}
        onDownload={() => download(asks.kind, id)}
        onClose={() => setAsks(null)}
      />
    </Suspense>
  )
  return { isBusy, begin, dialog }
}

function download(kind: ExportKind, id: string): void {
  const file = document.createElement('a')
  file.href = `/api/learn/creator/${kind}/${encodeURIComponent(id)}`
  file.download = ''
  file.click()
}
