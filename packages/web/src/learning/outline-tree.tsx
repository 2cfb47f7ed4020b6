import type { OutlineDot } from '@lantern/contract/learning/progress.ts'
import { type ReactNode, useEffect, useState } from 'react'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { Badge } from '#ui/badge.tsx'
import { classNames } from '#ui/class-names.ts'
import { ChevronDownIcon, ChevronRightIcon } from '#ui/icons.tsx'
import { PageLink } from '#ui/link.tsx'
import { type Status, StatusDot } from '#ui/status-dot.tsx'
import type { OutlineNode } from './outline-nodes.ts'
import styles from './outline-tree.module.css'

type OutlineTreeProps = {
  nodes: readonly OutlineNode[]
  /** "Step 3 of 7". */
  place?: ReactNode
  /** The overview of the page, when it can be shown and hidden from here. */
  overview?: { isShown: boolean; onToggle: () => void }
  /** Begins closed where it stands above what is read, not beside it. */
  foldsWhenNarrow?: boolean
}

/** The contents as a tree with the learner's state on every row. Native disclosures: it works before script. */
export function OutlineTree({ nodes, place, overview, foldsWhenNarrow = false }: OutlineTreeProps) {
  const t = useMessages()
  const [isExpanded, setExpanded] = useState(false)
  const { isOpen, setOpen, isUndecided } = useFold(foldsWhenNarrow)
  return (
    <details
      className={styles.side}
      open={isOpen}
      data-undecided={isUndecided || undefined}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.head}>
        <span className="grow">
          <strong>{t('learning.outline')}</strong>
          {place && <span className={classNames('muted small num', styles.place)}>{place}</span>}
        </span>
        <ChevronDownIcon className={classNames('icon-s', styles.fold)} />
      </summary>
      <nav className={styles.scroll} aria-label={t('learning.outline')} data-expanded={isExpanded || undefined}>
        <ol>
          {nodes.map((node) => (
            <OutlineRow key={node.id} node={node} isChild={false} />
          ))}
        </ol>
      </nav>
      <p className={styles.tools}>
        {overview && (
          <button type="button" className={styles.tool} aria-expanded={overview.isShown} onClick={overview.onToggle}>
            {overview.isShown ? t('learning.hide_overview') : t('learning.show_overview')}
          </button>
        )}
        <button
          type="button"
          className={styles.tool}
          aria-expanded={isExpanded}
          onClick={() => setExpanded(!isExpanded)}
        >
          {isExpanded ? t('learning.collapse_outline') : t('learning.expand_outline')}
        </button>
      </p>
    </details>
  )
}

/** The server knows no widths: until the page does, its styles show on wide screens what the markup has closed. */
function useFold(foldsWhenNarrow: boolean) {
  const [isOpen, setOpen] = useState(!foldsWhenNarrow)
  const [isUndecided, setUndecided] = useState(foldsWhenNarrow)
  useEffect(() => {
    if (!foldsWhenNarrow) return
    setOpen(matchMedia('(min-width: 1100px)').matches)
    setUndecided(false)
  }, [foldsWhenNarrow])
  return { isOpen, setOpen, isUndecided }
}

function OutlineRow({ node, isChild }: { node: OutlineNode; isChild: boolean }) {
  if (node.nodes.length === 0 || node.to !== null) {
    return (
      <li>
        <Row node={node} isChild={isChild} />
        {node.nodes.length > 0 && <Rows nodes={node.nodes} />}
      </li>
    )
  }
  return (
    <li>
      <details className={styles.chapter} open={node.isOpen}>
        <summary className={styles.row}>
          <RowContent node={node} isChild={isChild} />
          <ChevronRightIcon className={classNames('icon-s', styles.chevron)} />
        </summary>
        <Rows nodes={node.nodes} />
      </details>
    </li>
  )
}

function Rows({ nodes }: { nodes: readonly OutlineNode[] }) {
  return (
    <ol className={styles.kids}>
      {nodes.map((node) => (
        <OutlineRow key={node.id} node={node} isChild />
      ))}
    </ol>
  )
}

function Row({ node, isChild }: { node: OutlineNode; isChild: boolean }) {
  if (node.to === null) {
    return (
      <span className={classNames(styles.row, styles.dim)}>
        <RowContent node={node} isChild={isChild} />
      </span>
    )
  }
  return (
    <PageLink
      className={styles.row}
      to={node.to}
      aria-current={node.current ? 'step' : undefined}
      preventScrollReset={node.to.startsWith('#')}
    >
      <RowContent node={node} isChild={isChild} />
    </PageLink>
  )
}

const statuses: Record<OutlineDot, Status> = {
  done: 'done',
  startAgain: 'restart',
  continue: 'continue',
  startHere: 'start',
  locked: 'locked',
  open: 'todo',
}

/** Signs that say where to act show their name; the others are named for screen readers. */
const named = new Set<OutlineDot>(['continue', 'startHere', 'startAgain'])

function RowContent({ node, isChild }: { node: OutlineNode; isChild: boolean }) {
  const t = useMessages()
  const format = useFormat()
  const name = t(`learning.dot_${node.dot}`)
  return (
    <>
      <StatusDot status={statuses[node.dot]} label={named.has(node.dot) ? '' : name} size={isChild ? 's' : 'm'} />
      <span className={classNames('grow', isChild ? 'clip-1' : 'clip-2')}>
        {node.number !== null && <span className="num">{node.number} </span>}
        {node.title}
      </span>
      <span className={styles.end}>
        {node.kind && <Badge>{t(`learning.type_${node.kind}`)}</Badge>}
        {node.optional && <Badge>{t('learning.optional')}</Badge>}
        {named.has(node.dot) && <b>{name}</b>}
        {node.count && (
          <span>
            {node.count.done} / {node.count.total}
          </span>
        )}
        {node.count === null && node.minutes !== null && node.minutes > 0 && (
          <span>{format.duration(node.minutes)}</span>
        )}
      </span>
    </>
  )
}
