import type { LtiTool, saveLtiTool } from '@lantern/contract/lti/tools.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { CopyField } from '#kit/copy-field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import type { MessageKey } from '#kit/message-keys.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Checkbox } from '#ui/checkbox.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'
import styles from './lti.module.css'
import { ToolRegistration } from './tool-registration.tsx'

interface ToolDialogProps {
  organisationId: string
  /** Null: a new one; what is entered at the tool is known once it is here. */
  tool: LtiTool | null
  onClose: () => void
}

type TypedField = 'loginUrl' | 'launchUrl' | 'jwksUrl' | 'chooseUrl'

const typedFields: readonly [TypedField, MessageKey][] = [
  ['loginUrl', 'lti.login_address'],
  ['launchUrl', 'lti.tool_launch'],
  ['jwksUrl', 'lti.tool_keys'],
  ['chooseUrl', 'lti.tool_choose'],
]

const nothingYet = {
  name: '',
  loginUrl: '',
  launchUrl: '',
  jwksUrl: '',
  chooseUrl: '',
  sendsName: false,
  sendsMail: false,
}

/** What the tool says of itself and what it is told of people; then what is entered there. */
export function ToolDialog({ organisationId, tool, onClose }: ToolDialogProps) {
  const t = useMessages()
  const [known, setKnown] = useState(tool)
  const [form, setForm] = useState({ ...nothingYet, ...tool })
  const [redirects, setRedirects] = useState(tool?.redirectUrls.join('\n') ?? '')
  const change = useChange()
  const set = (more: Partial<typeof nothingYet>) => {
    change.forget()
    setForm((before) => ({ ...before, ...more }))
  }
  const save = async () => {
    const { name, loginUrl, launchUrl, jwksUrl, chooseUrl, sendsName, sendsMail } = form
    const redirectUrls = redirects.split('\n').filter((line) => line.trim() !== '')
    const said = { name: name.trim(), loginUrl, launchUrl, jwksUrl, chooseUrl, redirectUrls, sendsName, sendsMail }
    const saved = await change.send(
      async () => {
        setKnown(
          await call<typeof saveLtiTool>('POST /api/campus/organisation/:id/lti/tool', {
            params: { id: organisationId },
            body: known ? { ...said, toolId: known.id, ...change.before(formOf(known)) } : said,
          }),
        )
      },
      t('lti.saved', { name: said.name }),
    )
    if (saved && known) onClose()
  }
  return (
    <FormDialog
      title={known ? t('lti.tool_of', { name: known.name }) : t('lti.add_tool')}
      submitLabel={t(known ? 'lti.save' : 'lti.next')}
      cancelLabel={t('lti.cancel')}
      busy={change.busy}
      problem={change.problemBeside('name', 'redirectUrls', ...typedFields.map(([field]) => field))}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      {!known && <ToolRegistration organisationId={organisationId} onClose={onClose} />}
      {known && (
        <>
          <h3>{t('lti.tool_theirs')}</h3>
          <CopyField label={t('lti.issuer')} value={known.issuer} />
          <CopyField label={t('lti.client_id')} value={known.clientId} />
          <CopyField label={t('lti.deployments')} value={known.deploymentId} />
          <CopyField label={t('lti.auth_url')} value={known.authUrl} />
          <CopyField label={t('lti.token_url')} value={known.tokenUrl} />
          <CopyField label={t('lti.jwks_url')} value={known.keysUrl} />
        </>
      )}
      <h3>{t('lti.tool_ours')}</h3>
      <TextField
        label={t('lti.platform_name')}
        data-autofocus={known ? undefined : ''}
        maxLength={100}
        autoComplete="off"
        value={form.name}
        error={change.problemOf('name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      {typedFields.map(([field, label]) => (
        <TextField
          key={field}
          label={t(label)}
          help={field === 'chooseUrl' ? t('lti.tool_choose_help') : undefined}
          maxLength={1000}
          autoComplete="off"
          value={form[field]}
          error={change.problemOf(field)}
          onChange={({ currentTarget }) => set({ [field]: currentTarget.value })}
        />
      ))}
      <TextArea
        label={t('lti.tool_redirects')}
        help={t('lti.deployments_help')}
        value={redirects}
        onValue={setRedirects}
        error={change.problemOf('redirectUrls')}
      />
      <fieldset className={styles.told}>
        <legend>{t('lti.tool_told')}</legend>
        <Checkbox checked={form.sendsName} onChange={({ currentTarget }) => set({ sendsName: currentTarget.checked })}>
          {t('lti.told_name')}
        </Checkbox>
        <Checkbox checked={form.sendsMail} onChange={({ currentTarget }) => set({ sendsMail: currentTarget.checked })}>
          {t('lti.told_mail')}
        </Checkbox>
        <p className="small muted">{t('lti.tool_told_help')}</p>
      </fieldset>
    </FormDialog>
  )
}

function formOf({ name, loginUrl, launchUrl, jwksUrl, chooseUrl, redirectUrls, sendsName, sendsMail }: LtiTool) {
  return { name, loginUrl, launchUrl, jwksUrl, chooseUrl, redirectUrls, sendsName, sendsMail }
}
