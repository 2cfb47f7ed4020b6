import { classNames } from '#ui/class-names.ts'
import { Actions } from '../action.tsx'
import { Cell, Row } from '../card-grid.tsx'
import { DescriptionText } from '../description.tsx'
import { cellSizes, halfSpan } from '../grid.ts'
import { MediaPart, showsAnything } from '../media.tsx'
import { type BlockProps, useHeadingLevel } from '../page-context.ts'
import styles from './media-text.module.css'

/** One half is a picture or a film, the other says what it is about. Without one the words have all the room. */
export function MediaTextBlock({ block: { id, fields } }: BlockProps<'media-text'>) {
  const level = useHeadingLevel(id)
  const { side, media, title, description, actions } = fields
  const Title = `h${level}` as const
  const hasMedia = showsAnything(media)
  const words = (
    <div className={styles.words}>
      {title.trim() !== '' && <Title id={`media-text-${id}`}>{title}</Title>}
      <DescriptionText description={description} />
      <Actions actions={actions} className={styles.actions} />
    </div>
  )
  if (!hasMedia) return words
  return (
    <Row className={classNames(styles.row, styles[side])}>
      <Cell span={halfSpan} className={styles.media}>
        <MediaPart media={media} title={title} sizes={cellSizes(halfSpan)} />
      </Cell>
      <Cell span={halfSpan}>{words}</Cell>
    </Row>
  )
}
