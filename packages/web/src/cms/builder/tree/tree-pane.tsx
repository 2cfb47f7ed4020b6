import { pageLimits } from '@lantern/contract/cms/blocks.ts'
import { isError } from '@lantern/contract/cms/faults.ts'
import { Suspense, useCallback, useState } from 'react'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { CircleAlertIcon, ClipboardCheckIcon, PlusIcon, SettingsIcon } from '#ui/icons.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import { countBlocks } from '../model/block-tree.ts'
import { BlockTree } from './block-tree.tsx'
import styles from './tree.module.css'
import { useBlockActs } from './use-block-acts.ts'

const PaletteDialog = lazyPart(async () => ({ default: (await import('./palette-dialog.tsx')).PaletteDialog }))

/** What the page is made of, from top to bottom. */
export function TreePane() {
  const t = useMessages()
  const { pageEditor, faults, showPane } = useBuilder()
  const { edits } = usePageState()
  const acts = useBlockActs()
  const [adds, setAdds] = useState(false)
  const openPalette = useCallback(() => setAdds(true), [])
  const count = countBlocks(edits.content.blocks)
  const wrong = faults.filter((fault) => fault.blockId === '' && isError(fault)).length
  return (
    <section className={styles.pane} aria-label={t('cms.builder_tree')}>
      <div className={styles.head}>
        <h2>{t('cms.builder_tree')}</h2>
        <IconButton
          theme="bare"
          label={t('cms.builder_paste')}
          icon={<ClipboardCheckIcon className="icon-s" />}
          onClick={() => void acts.paste(edits.selected)}
        />
      </div>
      <button
        type="button"
        className={styles.page}
        aria-current={edits.selected === null ? 'true' : undefined}
        onClick={() => {
          pageEditor.edit({ type: 'select', id: null })
          showPane('form')
        }}
      >
        <SettingsIcon className="icon-s" />
        <span className="grow">{t('cms.builder_page_settings')}</span>{' '}
        {wrong > 0 && (
          <>
            <CircleAlertIcon className={`icon-s ${styles.fault}`} />
            <span className="sr">{t('cms.builder_fault_count', { count: wrong })}</span>
          </>
        )}
      </button>
      {count === 0 ? <p className={styles.empty}>{t('cms.builder_no_blocks')}</p> : <BlockTree onAdd={openPalette} />}
      <div className={styles.foot}>
        <Button wide icon={<PlusIcon />} disabled={count >= pageLimits.blocks} onClick={openPalette}>
          {t('cms.builder_add_block')}
        </Button>
        <p className="tiny muted num">{t('cms.builder_block_count', { count, most: pageLimits.blocks })}</p>
      </div>
      {adds && (
        <Suspense>
          <PaletteDialog onClose={() => setAdds(false)} />
        </Suspense>
      )}
    </section>
  )
}
