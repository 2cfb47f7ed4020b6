import type { offerToolRegistration } from '@lantern/contract/lti/tools.ts'
import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { TextField } from '#ui/text-field.tsx'

interface ToolRegistrationProps {
  organisationId: string
  onClose: () => void
}

/** For tools that connect themselves: their page opens in a window, which says when it is done. */
export function ToolRegistration({ organisationId, onClose }: ToolRegistrationProps) {
  const t = useMessages()
  const { revalidate } = useRevalidator()
  const [address, setAddress] = useState('')
  const [url, setUrl] = useState<string | null>(null)
  const change = useChange()
  const problem = change.problemBeside('address')
  useEffect(() => {
    if (url === null) return undefined
    const { origin } = new URL(url)
    const onMessage = ({ data, origin: from }: MessageEvent<unknown>) => {
      const isDone = from === origin && (data as { subject?: unknown } | null)?.subject === 'org.imsglobal.lti.close'
      if (!isDone) return
      void revalidate()
      onClose()
    }
    window.addEventListener('message', onMessage)
    return () => window.removeEventListener('message', onMessage)
  }, [url, revalidate, onClose])
  const offer = () =>
    change.send(async () => {
      const answer = await call<typeof offerToolRegistration>(
        'POST /api/campus/organisation/:id/lti/tool/registration',
        { params: { id: organisationId }, body: { address: address.trim() } },
      )
      setUrl(answer.url)
    }, t('lti.tool_register_ready'))
  return (
    <>
      <h3>{t('lti.tool_register')}</h3>
      <p className="small muted">{t('lti.tool_register_help')}</p>
      {url === null ? (
        <>
          <TextField
            label={t('lti.tool_register_address')}
            type="url"
            maxLength={1000}
            autoComplete="off"
            value={address}
            error={change.problemOf('address')}
            onChange={({ currentTarget }) => {
              change.forget()
              setAddress(currentTarget.value)
            }}
          />
          <Button busy={change.busy} disabled={address.trim() === ''} onClick={() => void offer()}>
            {t('lti.register_offer')}
          </Button>
        </>
      ) : (
        // without `noopener`: the window says to this page that it is done
        <LinkButton theme="primary" to={url} target="_blank" rel="opener">
          {t('lti.tool_register_open')}
        </LinkButton>
      )}
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
    </>
  )
}
