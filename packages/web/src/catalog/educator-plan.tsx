import type { EducatorPlan as Plan } from '@lantern/contract/catalog/items.ts'
import { useFormat } from '#kit/format.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './educator-plan.module.css'

const parts = [
  ['outcome', 'catalog.plan_outcome'],
  ['objectives', 'catalog.plan_objectives'],
  ['alignment', 'catalog.plan_alignment'],
  ['preparation', 'catalog.plan_preparation'],
] as const satisfies readonly (readonly [keyof Plan, MessageKey])[]

/** The plan for educators: what it is for at a glance, the parts opened one by one. */
export function EducatorPlan({ plan, language }: { plan: Plan; language: string }) {
  const t = useMessages()
  const format = useFormat()
  const { min = null, max = null } = plan.ageRange ?? {}
  return (
    <Panel className={styles.plan}>
      <Html className="prose" html={plan.description} language={language} />
      <p className="meta">
        {(min !== null || max !== null) && <span>{t('catalog.plan_ages', { range: agesOf(min, max) })}</span>}
        {plan.instruction && (
          <span>{t('catalog.plan_instruction', { duration: format.duration(plan.instruction) })}</span>
        )}
      </p>
      {parts.map(([part, key]) => {
        const html = plan[part]
        return html ? (
          <Disclosure key={part} summary={t(key)}>
            <Html className="prose" html={html} language={language} />
          </Disclosure>
        ) : null
      })}
    </Panel>
  )
}

function agesOf(min: number | null, max: number | null): string {
  if (min === null) return `≤ ${max}`
  return max === null ? `≥ ${min}` : `${min}–${max}`
}

function Html({ html, language, className }: { html: string; language: string; className: string }) {
  return <div className={className} lang={language} dangerouslySetInnerHTML={{ __html: html }} />
}
