import { useMessages } from '#kit/messages.tsx'
import { useEditorDesk } from '../editor-shell/desk-context.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import { SettingsFields, TitleAndDescription } from '../fields/general-fields.tsx'

/** What a quiz, a project or a course says of itself before anything else. */
export function GeneralPanel() {
  const t = useMessages()
  const { kind } = useEditorDesk()
  return (
    <PanelGrid sideLabel={t('authoring.settings')} side={<SettingsFields />}>
      <PanelSection>
        <TitleAndDescription hint={t(`authoring.quiz_description_help_${kind.type}`)} />
      </PanelSection>
    </PanelGrid>
  )
}
