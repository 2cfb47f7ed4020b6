import type { BlockKindName, blockKinds } from '@lantern/contract/cms/block-kinds.ts'
import { useState } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { inputMethodKey } from '#ui/input-method.ts'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import { kindLabel } from '../form/field-words.ts'
import { childrenOf, findBlock, isFrame } from '../model/block-tree.ts'
import { KindSketch } from './kind-sketch.tsx'
import styles from './palette.module.css'
import { kindsByGroup, placeToAdd, useBlockActs } from './use-block-acts.ts'

type Where = 'inside' | 'behind'

/** Every kind of block, drawn and described; a press puts one on the page. */
export function PaletteDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { showPane } = useBuilder()
  const { edits } = usePageState()
  const acts = useBlockActs()
  const [words, setWords] = useState('')
  const target = findBlock(edits.content.blocks, edits.selected)
  const canBeInside = target !== null && isFrame(target)
  const [where, setWhere] = useState<Where>(canBeInside && childrenOf(target).length === 0 ? 'inside' : 'behind')
  const wanted = words.trim().toLocaleLowerCase()
  const fits = (kind: BlockKindName) =>
    `${t(`cms.kind_${kind}`)} ${t(`cms.kind_hint_${kind}`)} ${kind}`.toLocaleLowerCase().includes(wanted)
  const groups = [...kindsByGroup()].map(([group, kinds]) => ({ group, kinds: kinds.filter(fits) }))
  const shown = groups.filter(({ kinds }) => kinds.length > 0)
  const add = (kind: BlockKindName) => {
    onClose()
    acts.add(kind, placeToAdd(edits.content.blocks, edits.selected, where === 'inside'))
    showPane('form')
  }
  return (
    <Dialog
      open
      className={styles.dialog}
      title={t('cms.builder_add_block')}
      closeLabel={t('kit.close')}
      onClose={onClose}
    >
      <div className={styles.head}>
        <TextField
          type="search"
          data-autofocus
          label={t('cms.builder_find_kind')}
          labelHidden
          placeholder={t('cms.builder_find_kind')}
          value={words}
          onChange={({ currentTarget }) => setWords(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.keyCode === inputMethodKey) return
            // the focus goes back to the button that opened this: the same press must not open it again
            event.preventDefault()
            const found = shown.flatMap(({ kinds }) => kinds)
            const first = found.find((kind) => t(`cms.kind_${kind}`).toLocaleLowerCase() === wanted) ?? found[0]
            if (wanted !== '' && first) add(first)
          }}
        />
        {target && canBeInside && (
          <SegmentedControl<Where>
            label={t('cms.builder_add_where')}
            value={where}
            onValue={setWhere}
            options={[
              { value: 'inside', label: t('cms.builder_add_inside', { name: kindLabel(target.kind, t) }) },
              { value: 'behind', label: t('cms.builder_add_behind') },
            ]}
          />
        )}
      </div>
      {shown.length === 0 && <EmptyState level={3} title={t('cms.builder_no_kind')} />}
      {shown.map(({ group, kinds }) => (
        <section key={group} className={styles.group}>
          <h3>{t(`cms.group_${group as (typeof blockKinds)[BlockKindName]['group']}`)}</h3>
          <ul className={styles.kinds}>
            {kinds.map((kind) => (
              <li key={kind}>
                <button type="button" className={styles.kind} onClick={() => add(kind)}>
                  <KindSketch kind={kind} className={styles.sketch} />
                  <span className={styles.words}>
                    <strong>{t(`cms.kind_${kind}`)}</strong>
                    <span>{t(`cms.kind_hint_${kind}`)}</span>
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </Dialog>
  )
}
