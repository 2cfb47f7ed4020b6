import { questionExports } from '@lantern/contract/authoring/exchange-formats.ts'
import { Suspense, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { ChevronDownIcon, DownloadIcon, UploadIcon } from '#ui/icons.tsx'
import { Menu, MenuItem } from '#ui/menu.tsx'
import type { ImportQuestionsDialogProps } from './import-questions-dialog.tsx'

const ImportQuestionsDialog = lazyPart(() => import('./import-questions-dialog.tsx'))

interface QuestionExchangeProps extends Omit<ImportQuestionsDialogProps, 'onClose'> {
  /** Unsaved text is sent before: an export has what is on the screen, an import is based on it. */
  beforeAct?: () => Promise<unknown>
}

/** Questions in from a file and out into one: two buttons for the editor of a quiz. */
export function QuestionExchange({ beforeAct, ...dialog }: QuestionExchangeProps) {
  const t = useMessages()
  const [open, setOpen] = useState(false)
  return (
    <div className="row">
      <Button
        size="s"
        icon={<UploadIcon className="icon-s" />}
        onClick={async () => {
          await beforeAct?.()
          setOpen(true)
        }}
      >
        {t('authoring.exchange.import')}
      </Button>
      <Menu
        label={t('authoring.exchange.export')}
        trigger={(props) => (
          <Button size="s" icon={<DownloadIcon className="icon-s" />} {...props}>
            {t('authoring.exchange.export')}
            <ChevronDownIcon className="icon-s" />
          </Button>
        )}
      >
        {questionExports.map((format) => (
          <MenuItem
            key={format}
            onSelect={async () => {
              await beforeAct?.()
              window.location.assign(exportAddress(dialog.quizId, format))
            }}
          >
            {t(exportWords[format])}
          </MenuItem>
        ))}
      </Menu>
      {open && (
        <Suspense>
          <ImportQuestionsDialog {...dialog} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  )
}

const exportWords: Record<(typeof questionExports)[number], MessageKey> = {
  gift: 'authoring.exchange.export_gift',
  qti: 'authoring.exchange.export_qti',
  json: 'authoring.exchange.export_json',
}

function exportAddress(quizId: string, format: string): string {
  return `/api/learn/creator/quiz/${encodeURIComponent(quizId)}/exchange/export/${format}`
}
