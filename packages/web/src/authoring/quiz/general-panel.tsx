import { useMessages } from '#kit/messages.tsx'
import { useEditorTools } from '../editor-shell/editor-tools.tsx'
import { PanelGrid, PanelSection } from '../editor-shell/panel-grid.tsx'
import { SettingsFields, TitleAndDescription } from '../fields/general-fields.tsx'

/** What a quiz, a project or a course says of itself before anything else. */
export function GeneralPanel() {
  const t = useMessages()
  const { kind } = useEditorTools()
  return (
    <PanelGrid sideLabel={t('authoring.settings')} side={<SettingsFields />}>
      <PanelSection>
        <TitleAndDescription hint={t(`authoring.quiz_description_help_${kind.type}`)} />
      </PanelSection>
    </PanelGrid>
  )
}
