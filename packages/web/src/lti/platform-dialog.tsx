import type { LtiPlatform, offerLtiRegistration, saveLtiPlatform } from '@lantern/contract/lti/platforms.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { CopyField } from '#kit/copy-field.tsx'
import { FormDialog } from '#kit/form-dialog.tsx'
import type { MessageKey } from '#kit/message-keys.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextArea } from '#ui/text-area.tsx'
import { TextField } from '#ui/text-field.tsx'

interface PlatformDialogProps {
  organisationId: string
  /** Null: a new one, by its name alone; what is entered at the platform is known once it is here. */
  platform: LtiPlatform | null
  onClose: () => void
}

type TypedField = 'issuer' | 'clientId' | 'authUrl' | 'tokenUrl' | 'jwksUrl'

const typedFields: readonly [TypedField, MessageKey][] = [
  ['issuer', 'lti.issuer'],
  ['clientId', 'lti.client_id'],
  ['authUrl', 'lti.auth_url'],
  ['tokenUrl', 'lti.token_url'],
  ['jwksUrl', 'lti.jwks_url'],
]

const nothingYet = { name: '', issuer: '', clientId: '', authUrl: '', tokenUrl: '', jwksUrl: '' }

/** First a name; then what the two sides tell each other: ours to copy, theirs to fill in, now or later. */
export function PlatformDialog({ organisationId, platform, onClose }: PlatformDialogProps) {
  const t = useMessages()
  const [known, setKnown] = useState(platform)
  const [form, setForm] = useState({ ...nothingYet, ...platform })
  const [deployments, setDeployments] = useState(platform?.deploymentIds.join('\n') ?? '')
  const change = useChange()
  const set = (field: TypedField | 'name', value: string) => {
    change.forget()
    setForm((before) => ({ ...before, [field]: value }))
  }
  const save = async () => {
    const { name, issuer, clientId, authUrl, tokenUrl, jwksUrl } = form
    const deploymentIds = deployments.split('\n').filter((line) => line.trim() !== '')
    const body = { name: name.trim(), issuer, clientId, authUrl, tokenUrl, jwksUrl, deploymentIds }
    const saved = await change.send(
      async () => {
        setKnown(
          await call<typeof saveLtiPlatform>('POST /api/campus/organisation/:id/lti/platform', {
            params: { id: organisationId },
            body: known ? { ...body, platformId: known.id, ...change.before(formOf(known)) } : body,
          }),
        )
      },
      t('lti.saved', { name: body.name }),
    )
    if (saved && known) onClose()
  }
  return (
    <FormDialog
      title={known ? t('lti.platform_of', { name: known.name }) : t('lti.add_platform')}
      submitLabel={t(known ? 'lti.save' : 'lti.next')}
      cancelLabel={t(known && !known.ready ? 'lti.later' : 'lti.cancel')}
      busy={change.busy}
      problem={change.problemBeside('name', ...typedFields.map(([field]) => field))}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        label={t('lti.platform_name')}
        help={t('lti.platform_name_help')}
        data-autofocus
        maxLength={100}
        autoComplete="off"
        value={form.name}
        error={change.problemOf('name')}
        onChange={({ currentTarget }) => set('name', currentTarget.value)}
      />
      {known && (
        <>
          {!known.ready && <Registration organisationId={organisationId} platformId={known.id} />}
          <h3>{t('lti.step_theirs')}</h3>
          <CopyField label={t('lti.login_address')} value={known.loginUrl} />
          <CopyField label={t('lti.launch_address')} value={known.launchUrl} />
          <CopyField label={t('lti.keys_address')} value={known.keysUrl} />
          <h3>{t('lti.step_ours')}</h3>
          {typedFields.map(([field, label]) => (
            <TextField
              key={field}
              label={t(label)}
              maxLength={field === 'clientId' ? 255 : 1000}
              autoComplete="off"
              value={form[field]}
              error={change.problemOf(field)}
              onChange={({ currentTarget }) => set(field, currentTarget.value)}
            />
          ))}
          <TextArea
            label={t('lti.deployments')}
            help={t('lti.deployments_help')}
            value={deployments}
            onValue={setDeployments}
          />
        </>
      )}
    </FormDialog>
  )
}

function formOf({ name, issuer, clientId, authUrl, tokenUrl, jwksUrl, deploymentIds }: LtiPlatform) {
  return { name, issuer, clientId, authUrl, tokenUrl, jwksUrl, deploymentIds }
}

/** For platforms that register tools themselves: an address to open there. */
function Registration({ organisationId, platformId }: { organisationId: string; platformId: string }) {
  const t = useMessages()
  const [url, setUrl] = useState<string | null>(null)
  const change = useChange()
  const problem = change.problemBeside()
  const offer = () =>
    change.send(async () => {
      const answer = await call<typeof offerLtiRegistration>(
        'POST /api/campus/organisation/:id/lti/platform/registration',
        { params: { id: organisationId }, body: { platformId } },
      )
      setUrl(answer.url)
    }, t('lti.register_offered'))
  return (
    <>
      <h3>{t('lti.register_offer')}</h3>
      <p className="small muted">{t('lti.register_help')}</p>
      {url === null ? (
        <Button busy={change.busy} onClick={() => void offer()}>
          {t('lti.register_offer')}
        </Button>
      ) : (
        <CopyField label={t('lti.register_address')} value={url} />
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </>
  )
}
