import type {
  AnyForms,
  LiveSessionForms,
  OutlineForms,
  QuizForms,
  TutorialForms,
} from '@lantern/contract/authoring/forms.ts'
import { type MessageKey, useMessages } from '#kit/messages.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { useDraftState, usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { ItemsField } from '../items/items-field.tsx'
import { DurationFields } from './duration-fields.tsx'
import { LevelField } from './level-field.tsx'
import { MaterialsField } from './materials-field.tsx'
import { PersonField } from './person-field.tsx'
import { TagsField } from './tags-field.tsx'

// Rows that the details of more than one type have.

export function SkillLevel() {
  const { form, set, errorOf, touch } = usePart<QuizForms | OutlineForms | LiveSessionForms, 'details'>('details')
  return (
    <FieldPlace name="details.skillLevel">
      <LevelField
        value={form.skillLevel}
        error={errorOf('skillLevel')}
        onChange={(level) => set('skillLevel', level)}
        onLeave={() => touch('skillLevel')}
      />
    </FieldPlace>
  )
}

export function LevelAndTime() {
  const { form, set } = usePart<QuizForms | OutlineForms, 'details'>('details')
  return (
    <>
      <SkillLevel />
      <DurationFields
        hours={form.estimationInHour}
        minutes={form.estimationInMinute}
        onChange={({ hours, minutes }) => {
          set('estimationInHour', hours)
          set('estimationInMinute', minutes)
        }}
      />
    </>
  )
}

/** Whether lists leave it out. */
export function HiddenSwitch() {
  const t = useMessages()
  const { form, set } = usePart<AnyForms, 'details'>('details')
  return (
    <ChoiceSwitch checked={form.hidden} help={t('authoring.hidden_help')} onChange={(hidden) => set('hidden', hidden)}>
      {t('authoring.field_hidden')}
    </ChoiceSwitch>
  )
}

/** Whether it is for premium members alone; `help` says what that means for the type. */
export function PremiumSwitch({ help }: { help: string }) {
  const t = useMessages()
  const { form, set } = usePart<TutorialForms | OutlineForms | LiveSessionForms, 'details'>('details')
  return (
    <ChoiceSwitch checked={form.premium} help={help} onChange={(premium) => set('premium', premium)}>
      {t('authoring.field_premium')}
    </ChoiceSwitch>
  )
}

const learnable = ['tutorial', 'project', 'course', 'quiz'] as const

/** What to know and what to have before one begins. */
export function BeforeOneBegins() {
  const t = useMessages()
  const { draft } = useDraftState()
  const { form, set, errorOf } = usePart<AnyForms, 'details'>('details')
  return (
    <>
      <FieldPlace name="details.prerequisites" whole>
        <ItemsField
          label={t('authoring.field_prerequisites')}
          help={t('authoring.quiz_prerequisites_help')}
          types={learnable}
          without={draft?.id}
          value={form.prerequisites ?? []}
          error={errorOf('prerequisites')}
          onChange={(ids) => set('prerequisites', ids)}
        />
      </FieldPlace>
      <FilesField name="materials" label={t('authoring.field_materials')} />
    </>
  )
}

/** A list of links and files; `documents` are a tutorial's alone. */
export function FilesField({ name, label }: { name: 'materials' | 'documents'; label: string }) {
  const { form, set, errorOf } = usePart<TutorialForms, 'details'>('details')
  return (
    <FieldPlace name={`details.${name}`} whole>
      <MaterialsField
        label={label}
        value={form[name]}
        error={errorOf(name)}
        onChange={(materials) => set(name, materials)}
      />
    </FieldPlace>
  )
}

const lists = [
  { name: 'topicIds', kind: 'topic', label: 'catalog.topics' },
  { name: 'industryIds', kind: 'industry', label: 'catalog.industries' },
  { name: 'tagIds', kind: 'tag', label: 'authoring.field_tagIds' },
  { name: 'packageIds', kind: 'package', label: 'authoring.field_packageIds' },
] as const satisfies { name: string; kind: string; label: MessageKey }[]

export function TagsFields() {
  const t = useMessages()
  const { form, set, errorOf } = usePart<TutorialForms | OutlineForms | LiveSessionForms, 'details'>('details')
  return (
    // that nothing is said of it at all leads here
    <FieldPlace name="details">
      {lists.map(({ name, kind, label }) => (
        <FieldPlace key={name} name={`details.${name}`}>
          <TagsField
            kind={kind}
            label={t(label)}
            value={form[name]}
            error={errorOf(name)}
            onChange={(ids) => set(name, ids)}
          />
        </FieldPlace>
      ))}
    </FieldPlace>
  )
}

export function AuthorField() {
  const t = useMessages()
  const { form, set, errorOf } = usePart<TutorialForms | OutlineForms | LiveSessionForms, 'details'>('details')
  return (
    <PersonField
      label={t('authoring.field_authorId')}
      value={form.authorId}
      error={errorOf('authorId')}
      onChange={(id) => set('authorId', id)}
    />
  )
}
