import type { OutlineContents } from '@lantern/contract/authoring/forms.ts'
import { editLink } from '@lantern/contract/links.ts'
import { memo, useId } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { IconButton } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { Trash2Icon, XIcon } from '#ui/icons.tsx'
import { Grip, rowsOfGrips } from '#ui/reorder/grip.tsx'
import { useReorder } from '#ui/reorder/use-reorder.ts'
import { TextField } from '#ui/text-field.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import type { FoundItem } from '../items/find-items.ts'
import { ItemLine } from '../items/item-line.tsx'
import { type OutlineRow, renameChapter, setRequired } from './outline-edits.ts'
import styles from './outline-rows.module.css'

type Edit = (change: (form: OutlineContents) => OutlineContents) => void

type OutlineRowsProps = {
  rows: readonly OutlineRow[]
  itemOf: (id: string) => FoundItem
  /** Fault at a path of the contents. */
  errorOf: (field: string) => string | undefined
  onTouchChapter: (id: string) => void
  onEdit: Edit
  /** Answers where the row stands then. */
  onMove: (from: number, to: number) => number
  onRemove: (id: string, title: string) => void
  onDeleteChapter: (id: string) => void
}

/** Contents and the headings of chapters in one list: what stands below a heading belongs to it. */
export function OutlineRows({
  rows,
  itemOf,
  errorOf,
  onTouchChapter,
  onEdit,
  onMove,
  onRemove,
  onDeleteChapter,
}: OutlineRowsProps) {
  const t = useMessages()
  const hint = useId()
  const { listProps, said } = useReorder<HTMLOListElement>({
    count: rows.length,
    onMove,
    say: (at) => t('authoring.outline_moved', { place: at + 1, count: rows.length }),
  })
  if (rows.length === 0) {
    return (
      <EmptyState title={t('authoring.outline_empty_title')} level={3}>
        <p>{t('authoring.outline_empty_text')}</p>
      </EmptyState>
    )
  }
  let chapters = 0
  return (
    <>
      <p className="sr" id={hint}>
        {t('authoring.quiz_grip_hint')}
      </p>
      <ol className={rowsOfGrips(styles.rows)} {...listProps}>
        {rows.map((row, index) =>
          row.kind === 'chapter' ? (
            <ChapterRow
              key={row.id}
              id={row.id}
              title={row.title}
              index={index}
              number={++chapters}
              isEmpty={rows[index + 1]?.kind !== 'content'}
              error={errorOf(`chapters.${row.id}.title`)}
              hint={hint}
              onTouch={onTouchChapter}
              onEdit={onEdit}
              onDelete={onDeleteChapter}
            />
          ) : (
            <ContentRow
              key={row.id}
              item={itemOf(row.id)}
              required={row.required}
              index={index}
              error={errorOf(`contents.${row.id}`)}
              hint={hint}
              onEdit={onEdit}
              onRemove={onRemove}
            />
          ),
        )}
      </ol>
      <p className="sr" role="status">
        {said}
      </p>
    </>
  )
}

type ChapterRowProps = {
  id: string
  title: string
  index: number
  number: number
  isEmpty: boolean
  error: string | undefined
  hint: string
  onTouch: (id: string) => void
  onEdit: Edit
  onDelete: (id: string) => void
}

const longestTitle = 135

const ChapterRow = memo(function ChapterRow(props: ChapterRowProps) {
  const { id, title, index, number, isEmpty, error, hint, onTouch, onEdit, onDelete } = props
  const t = useMessages()
  return (
    <li className={styles.chapter} data-row={index} data-chapter={id}>
      <div className={styles.heading}>
        <Grip label={t('authoring.outline_move_chapter', { number })} describedBy={hint} />
        <span className={styles.number}>{t('authoring.outline_chapter_number', { number })}</span>
        <FieldPlace name={`contents.chapters.${id}.title`}>
          <TextField
            className={styles.title}
            label={t('authoring.outline_chapter_title', { number })}
            labelHidden
            maxLength={longestTitle}
            placeholder={t('authoring.outline_chapter_hint')}
            value={title}
            error={error}
            onChange={({ currentTarget: { value } }) => onEdit((now) => renameChapter(now, id, value))}
            onBlur={() => onTouch(id)}
          />
        </FieldPlace>
        <IconButton
          theme="bare"
          label={t('authoring.outline_delete_chapter', { number })}
          icon={<Trash2Icon className="icon-s" />}
          onClick={() => onDelete(id)}
        />
      </div>
      {isEmpty && <p className={styles.empty}>{t('authoring.outline_empty_chapter')}</p>}
    </li>
  )
})

type ContentRowProps = {
  item: FoundItem
  required: boolean
  index: number
  error: string | undefined
  hint: string
  onEdit: Edit
  onRemove: (id: string, title: string) => void
}

const ContentRow = memo(function ContentRow({ item, required, index, error, hint, onEdit, onRemove }: ContentRowProps) {
  const t = useMessages()
  const { id, title } = item
  return (
    <li className={styles.content} data-row={index}>
      <Grip label={t('authoring.outline_move_content', { title })} describedBy={hint} />
      <a className={styles.item} href={editLink(item)} target="_blank" rel="noopener">
        <ItemLine item={item} />
        <span className="sr">{t('authoring.outline_opens')}</span>
      </a>
      <Checkbox
        className={styles.required}
        checked={required}
        aria-label={t('authoring.outline_required_of', { title })}
        onChange={({ currentTarget: { checked } }) => onEdit((now) => setRequired(now, id, checked))}
      >
        {t('authoring.field_required')}
      </Checkbox>
      <IconButton
        theme="bare"
        label={t('authoring.outline_remove', { title })}
        icon={<XIcon className="icon-s" />}
        onClick={() => onRemove(id, title)}
      />
      {error && (
        <div className={styles.problem}>
          <FieldError>{error}</FieldError>
        </div>
      )}
    </li>
  )
})
