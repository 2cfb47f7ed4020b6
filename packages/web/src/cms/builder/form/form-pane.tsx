import { isBlockKind, pageFields } from '@lantern/contract/cms/block-kinds.ts'
import { isError, type PageFault } from '@lantern/contract/cms/faults.ts'
import { contentLanguage } from '@lantern/contract/locales.ts'
import { useMemo } from 'react'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Trash2Icon } from '#ui/icons.tsx'
import { useBuilder, usePageState } from '../builder-context.ts'
import { findBlock } from '../model/block-tree.ts'
import { KindSketch } from '../tree/kind-sketch.tsx'
import { useBlockActs } from '../tree/use-block-acts.ts'
import type { OtherDraft } from '../use-other-language.ts'
import { faultText, kindLabel, rulesOf } from './field-words.ts'
import { FieldsForm } from './fields-form.tsx'
import { type FormContext, FormFieldsContext, valueAt } from './form-context.ts'
import styles from './form-pane.module.css'
import { PackagesEditor } from './packages-editor.tsx'

/** What is chosen in the tree, as a form. */
export function FormPane({ other }: { other: OtherDraft | null }) {
  const t = useMessages()
  const { pageEditor, locale, faults } = useBuilder()
  const { edits } = usePageState()
  const { content, selected } = edits
  const block = findBlock(content.blocks, selected)
  const blockId = block?.id ?? ''
  const form = useMemo<FormContext>(() => {
    const own = faults.filter((fault) => fault.blockId === blockId)
    const textOf = (fault: PageFault | undefined) => fault && faultText(fault, t)
    const fields =
      other && (blockId === '' ? other.content.properties : findBlock(other.content.blocks, blockId)?.fields)
    return {
      blockId,
      faultOf: (path) => textOf(own.find((fault) => fault.field === path && isError(fault))),
      warningOf: (path) => textOf(own.find((fault) => fault.field === path && !isError(fault))),
      language: contentLanguage(locale),
      other: other && {
        language: contentLanguage(other.locale),
        name: t(`shell.locale.${other.locale}`),
        valueAt: (path) => valueAt(fields, path),
      },
    }
  }, [faults, blockId, other, locale, t])
  const ofBlock = faults.filter((fault) => fault.blockId === blockId && fault.field === '')
  return (
    <section className={styles.pane} aria-label={t('cms.builder_form')}>
      <div className={styles.head}>
        {block && isBlockKind(block.kind) && <KindSketch kind={block.kind} className={styles.sketch} />}
        <div className={styles.names}>
          <h2>{block ? kindLabel(block.kind, t) : t('cms.builder_page_settings')}</h2>
          {block && isBlockKind(block.kind) && <p className="tiny muted">{t(`cms.kind_hint_${block.kind}`)}</p>}
        </div>
      </div>
      <div className={styles.body}>
        {ofBlock.map((fault) => (
          <p
            key={`${fault.kind} ${fault.value}`}
            className={styles.fault}
            data-tone={isError(fault) ? 'bad' : 'warn'}
            role="status"
          >
            {faultText(fault, t)}
          </p>
        ))}
        {/* drawn anew for each block: what is open in one is not open in the next */}
        <FormFieldsContext key={blockId} value={form}>
          {block ? (
            <BlockFields key={blockId} kind={block.kind} fields={block.fields} id={blockId} />
          ) : (
            <>
              <FieldsForm
                rules={pageFields}
                values={content.properties}
                onChange={(properties, path) =>
                  pageEditor.edit({
                    type: 'page',
                    // the form has a field for each of the properties
                    change: { properties: properties as typeof content.properties },
                    key: `page.${path}`,
                    at: Date.now(),
                  })
                }
              />
              <PackagesEditor />
            </>
          )}
        </FormFieldsContext>
      </div>
    </section>
  )
}

function BlockFields({ id, kind, fields }: { id: string; kind: string; fields: Record<string, unknown> }) {
  const t = useMessages()
  const { pageEditor } = useBuilder()
  const acts = useBlockActs()
  const rules = rulesOf(kind)
  if (!isBlockKind(kind)) {
    return (
      <EmptyState
        level={3}
        title={t('cms.kind_unknown', { kind })}
        actions={
          <Button icon={<Trash2Icon />} onClick={() => acts.remove(id)}>
            {t('cms.builder_remove')}
          </Button>
        }
      >
        <p>{t('cms.builder_unknown_text')}</p>
      </EmptyState>
    )
  }
  if (Object.keys(rules).length === 0) return <p className="muted small">{t('cms.builder_no_fields')}</p>
  return (
    <FieldsForm
      rules={rules}
      values={fields}
      onChange={(next, path) =>
        pageEditor.edit({ type: 'fields', id, fields: next, key: `${id}.${path}`, at: Date.now() })
      }
    />
  )
}
