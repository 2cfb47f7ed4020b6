import type { BranchForm, StageForm } from '@lantern/contract/paths/path-editing.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button } from '#ui/button.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { PlusIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import { SegmentedControl } from '#ui/segmented-control.tsx'
import { BranchEditor } from './branch-editor.tsx'
import { emptyBranch, mostBranches } from './path-draft.ts'
import styles from './path-editor.module.css'
import type { PathEditing } from './use-path-editor.ts'

interface StageEditorProps {
  stage: StageForm
  editing: PathEditing
  name: string
  nameOf: (id: string) => string
}

/** A stage: what it comes after, whether all of it is learned or one branch, and its branches. */
export function StageEditor({ stage, editing, name, nameOf }: StageEditorProps) {
  const t = useMessages()
  const { draft, setStages } = editing
  const { stages } = draft.form
  const { id, rule, after, branches } = stage
  const set = (change: Partial<StageForm>, named?: Parameters<typeof setStages>[1]) =>
    setStages(
      stages.map((one) => (one.id === id ? { ...one, ...change } : one)),
      named,
    )
  const setBranch = (branchId: string, change: Partial<BranchForm>, named?: Parameters<typeof setStages>[1]) =>
    set({ branches: branches.map((one) => (one.id === branchId ? { ...one, ...change } : one)) }, named)
  return (
    <Panel as="section" id={`stage-${id}`} className={styles.stage} aria-labelledby={`stage-${id}-name`}>
      <h3 id={`stage-${id}-name`}>{name}</h3>
      {stages.length > 1 && (
        <fieldset className={styles.group}>
          <legend>{t('paths.after')}</legend>
          <div className={styles.choices}>
            {stages
              .filter((other) => other.id !== id)
              .map((other) => (
                <Checkbox
                  key={other.id}
                  checked={after.includes(other.id)}
                  onChange={({ currentTarget }) =>
                    set({
                      after: currentTarget.checked ? [...after, other.id] : after.filter((one) => one !== other.id),
                    })
                  }
                >
                  {nameOf(other.id)}
                </Checkbox>
              ))}
          </div>
          {after.length === 0 && <p className="muted small">{t('paths.after_nothing')}</p>}
        </fieldset>
      )}
      {branches.length > 1 && (
        <SegmentedControl
          label={t('paths.rule')}
          value={rule}
          options={[
            { value: 'all', label: t('paths.rule_all') },
            { value: 'one', label: t('paths.rule_one') },
          ]}
          onValue={(next) => set({ rule: next })}
        />
      )}
      {branches.map((branch, at) => (
        <BranchEditor
          key={branch.id}
          branch={branch}
          number={at + 1}
          editing={editing}
          onChange={(change, named) => setBranch(branch.id, change, named)}
          onRemove={
            branches.length > 1
              ? () => set({ branches: branches.filter(({ id: one }) => one !== branch.id) })
              : undefined
          }
        />
      ))}
      {branches.length < mostBranches && (
        <Button
          className={styles.act}
          size="s"
          icon={<PlusIcon className="icon-s" />}
          onClick={() => set({ branches: [...branches, emptyBranch()] })}
        >
          {t('paths.add_branch')}
        </Button>
      )}
    </Panel>
  )
}
