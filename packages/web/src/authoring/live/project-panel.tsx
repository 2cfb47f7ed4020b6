import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { useMessages } from '#kit/messages.tsx'
import { ChoiceSwitch } from '#ui/switch.tsx'
import { usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import { ItemsField } from '../items/items-field.tsx'

/** The project that the session is about. A second one may be chosen and is refused with the reason. */
export function ProjectPanel() {
  const t = useMessages()
  const { form, change, errorOf, touch } = usePart<LiveSessionForms, 'contents'>('contents')
  return (
    <PanelGrid
      sideLabel={t('authoring.settings')}
      side={
        <>
          <h2>{t('authoring.settings')}</h2>
          <ChoiceSwitch
            checked={form.withProject}
            help={t('authoring.live_with_project_help')}
            onChange={(withProject) => change({ withProject, contentIds: withProject ? form.contentIds : [] })}
          >
            {t('authoring.live_with_project')}
          </ChoiceSwitch>
        </>
      }
    >
      <PanelSection title={t('authoring.live_project')}>
        <FieldPlace name="contents.withProject" whole>
          {form.withProject ? (
            <ItemsField
              label={t('authoring.live_project_find')}
              help={t('authoring.live_project_help')}
              types={['project']}
              value={form.contentIds}
              error={errorOf('withProject')}
              onChange={(contentIds) => {
                change({ ...form, contentIds })
                touch('withProject')
              }}
              onLeave={() => touch('withProject')}
            />
          ) : (
            <p className="muted">{t('authoring.live_no_project')}</p>
          )}
        </FieldPlace>
      </PanelSection>
    </PanelGrid>
  )
}
