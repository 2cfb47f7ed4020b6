import { isBlockKind } from '@lantern/contract/cms/block-kinds.ts'
import { memo, useRef } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { useApple } from '#kit/use-apple.ts'
import { IconButton } from '#ui/button.tsx'
import { ChevronRightIcon, CircleAlertIcon, CircleHelpIcon, EllipsisIcon, GripVerticalIcon } from '#ui/icons.tsx'
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx'
import { useBuilder } from '../builder-context.ts'
import { kindLabel, ownWords } from '../form/field-words.ts'
import { childrenOf, isFrame, type TreeRow } from '../model/block-tree.ts'
import { KindSketch } from './kind-sketch.tsx'
import styles from './tree.module.css'
import { useBlockActs } from './use-block-acts.ts'

type BlockRowProps = {
  row: TreeRow
  isSelected: boolean
  /** The one row that the Tab key reaches. */
  isReachable: boolean
  isFolded: boolean
  faultCount: number
  onSelect: (id: string) => void
  onFold: (id: string, isFolded: boolean) => void
  onAdd: () => void
}

/** One block: its kind, its first words, and what is wrong with it. */
export const BlockRow = memo(function BlockRow(props: BlockRowProps) {
  const { row, isSelected, isReachable, isFolded, faultCount, onSelect, onFold } = props
  const t = useMessages()
  const { showPane } = useBuilder()
  const pressed = useRef(false)
  const { block, level } = row
  const { id, kind } = block
  const holds = childrenOf(block).length > 0
  const words = ownWords(block.fields)
  return (
    // its keys are those of the tree around it
    <div
      role="treeitem"
      className={styles.row}
      data-id={id}
      tabIndex={isReachable ? 0 : -1}
      aria-level={level}
      aria-posinset={row.index + 1}
      aria-setsize={row.siblings}
      aria-selected={isSelected}
      aria-expanded={holds ? !isFolded : undefined}
      aria-label={[kindLabel(kind, t), words, faultCount > 0 && t('cms.builder_fault_count', { count: faultCount })]
        .filter(Boolean)
        // the visible words in their order, for voice control (WCAG 2.5.3)
        .join(', ')}
      style={{ paddingInlineStart: `${(level - 1) * 16}px` }}
      onFocus={({ target, currentTarget }) => {
        // reached with the Tab key: a press on the menu or the grip is none
        if (target === currentTarget && !pressed.current && !isSelected) onSelect(id)
      }}
      onPointerDown={() => {
        pressed.current = true
      }}
      onPointerUp={() => {
        pressed.current = false
      }}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('button, [role="menu"]')) return
        onSelect(id)
        showPane('form')
      }}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
        event.preventDefault()
        onSelect(id)
        showPane('form')
      }}
    >
      <button
        type="button"
        tabIndex={-1}
        className={styles.chevron}
        data-open={holds && !isFolded ? '' : undefined}
        aria-label={t(isFolded ? 'cms.builder_unfold' : 'cms.builder_fold')}
        hidden={!holds}
        onClick={() => onFold(id, !isFolded)}
      >
        <ChevronRightIcon className="icon-s" />
      </button>
      {!holds && <span className={styles.noChevron} />}
      <span className={styles.sketch}>
        {isBlockKind(kind) ? <KindSketch kind={kind} /> : <CircleHelpIcon className="icon-s" />}
      </span>
      <span className={styles.names} aria-hidden="true">
        <span className="clip-1">{kindLabel(kind, t)}</span>{' '}
        {words && <span className={`${styles.words} clip-1`}>{words}</span>}
      </span>
      {faultCount > 0 && <CircleAlertIcon className={`icon-s ${styles.fault}`} />}
      {isSelected && <RowMenu {...props} />}
      <button type="button" tabIndex={-1} data-grip className={styles.grip} aria-label={t('cms.builder_drag')}>
        <GripVerticalIcon className="icon-s" />
      </button>
    </div>
  )
}, isSameRow)

/** Rows are counted anew with every change: of a long page only what changed is drawn. */
function isSameRow({ row, ...rest }: BlockRowProps, { row: next, ...others }: BlockRowProps): boolean {
  const names = Object.keys(rest) as (keyof typeof rest)[]
  const places = Object.keys(row) as (keyof TreeRow)[]
  return names.every((name) => rest[name] === others[name]) && places.every((name) => row[name] === next[name])
}

function RowMenu({ row, onAdd }: BlockRowProps) {
  const t = useMessages()
  const acts = useBlockActs()
  const { block, index, siblings, parentId } = row
  const mod = useApple() ? '⌘' : 'Ctrl'
  const { id } = block
  return (
    <Menu
      label={t('cms.builder_block_acts')}
      className={styles.menu}
      trigger={(trigger) => (
        <IconButton
          {...trigger}
          theme="bare"
          tabIndex={-1}
          className={styles.more}
          label={t('cms.builder_block_acts')}
          icon={<EllipsisIcon className="icon-s" />}
        />
      )}
    >
      <MenuItem onSelect={onAdd}>{t(isFrame(block) ? 'cms.builder_add_here' : 'cms.builder_add_after')}</MenuItem>
      <MenuSeparator />
      <MenuItem end="Alt ↑" disabled={index === 0} onSelect={() => acts.moveBy(id, 'up')}>
        {t('cms.builder_move_up')}
      </MenuItem>
      <MenuItem end="Alt ↓" disabled={index === siblings - 1} onSelect={() => acts.moveBy(id, 'down')}>
        {t('cms.builder_move_down')}
      </MenuItem>
      <MenuItem end="Alt →" disabled={index === 0} onSelect={() => acts.moveBy(id, 'in')}>
        {t('cms.builder_move_in')}
      </MenuItem>
      <MenuItem end="Alt ←" disabled={parentId === null} onSelect={() => acts.moveBy(id, 'out')}>
        {t('cms.builder_move_out')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem end={`${mod} C`} onSelect={() => acts.copy(id)}>
        {t('cms.builder_copy')}
      </MenuItem>
      <MenuItem end={`${mod} X`} onSelect={() => acts.cut(id)}>
        {t('cms.builder_cut')}
      </MenuItem>
      <MenuItem end={`${mod} V`} onSelect={() => void acts.paste(id)}>
        {t('cms.builder_paste_behind')}
      </MenuItem>
      <MenuItem end={`${mod} D`} onSelect={() => acts.duplicate(id)}>
        {t('cms.builder_duplicate')}
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="bad" end="Del" onSelect={() => acts.remove(id)}>
        {t('cms.builder_remove')}
      </MenuItem>
    </Menu>
  )
}
