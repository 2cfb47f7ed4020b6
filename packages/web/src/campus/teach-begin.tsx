import type { Assignment } from '@lantern/contract/campus/assignments.ts'
import { Form } from 'react-router'
import { useMessages } from '#kit/messages.tsx'
import { useIsSending } from '#kit/use-is-sending.ts'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { Panel } from '#ui/panel.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './teach.module.css'
import { Act } from './teach-page.tsx'

interface TeachBeginProps {
  classId: string
  className: string
  /** The lessons that the class was assigned. */
  lessons: readonly Assignment[]
  /** Why it could not begin. */
  problem: string | null
  /** What was asked for. */
  item: string
}

/** Chooses the lesson that a class is taught. */
export function TeachBegin({ classId, className, lessons, problem, item }: TeachBeginProps) {
  const t = useMessages()
  const isSending = useIsSending()
  return (
    <main id="main" className="wrap">
      <div className={`page-stack ${styles.page}`}>
        <header>
          <Breadcrumb
            label={t('campus.place')}
            crumbs={[
              { label: className, to: `/campus/class/${encodeURIComponent(classId)}` },
              { label: t('campus.teach') },
            ]}
          />
          <h1>{t('campus.teach_begin_title', { class: className })}</h1>
          <p className="muted">{t('campus.teach_begin_text')}</p>
        </header>
        {lessons.length > 0 && (
          <Panel padded={false}>
            <ul className={styles.lessons} aria-label={t('campus.assignments')}>
              {lessons.map(({ id, itemId, title, language }) => (
                <li key={id}>
                  <span className="grow" lang={language}>
                    {title}
                  </span>
                  <Act act="begin" size="s" values={{ item: itemId }} label={t('campus.teach_begin_of', { title })}>
                    {t('campus.teach_begin')}
                  </Act>
                </li>
              ))}
            </ul>
          </Panel>
        )}
        <Panel as="section" aria-labelledby="teach-other">
          <Form method="post" className={styles.other}>
            <h2 id="teach-other">{t(lessons.length > 0 ? 'campus.teach_other' : 'campus.teach_which')}</h2>
            <TextField
              label={t('campus.teach_item')}
              help={t('campus.teach_item_help')}
              name="item"
              required
              maxLength={500}
              autoComplete="off"
              defaultValue={item}
              error={problem ?? undefined}
            />
            <div>
              <Button type="submit" name="act" value="begin" theme="primary" busy={isSending}>
                {t('campus.teach_begin')}
              </Button>
            </div>
          </Form>
        </Panel>
      </div>
    </main>
  )
}
