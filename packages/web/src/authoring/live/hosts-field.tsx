import type { LiveSessionForms } from '@lantern/contract/authoring/forms.ts'
import { newId } from '@lantern/contract/ids.ts'
import { useMessages } from '#kit/messages.tsx'
import { Button, IconButton } from '#ui/button.tsx'
import { FieldError } from '#ui/field-error.tsx'
import { PlusIcon, XIcon } from '#ui/icons.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useEditorTools, usePart } from '../editor-shell/editor-tools.tsx'
import { FieldPlace } from '../editor-shell/field-place.tsx'
import { PersonSearch } from '../fields/person-field.tsx'
import styles from './live.module.css'

type Host = LiveSessionForms['details']['hosts'][number]

const most = 20

/** People of the site, found by their name, and guests, who are named here. Each is shown with a title. */
export function HostsField() {
  const t = useMessages()
  const { references, addReferences } = useEditorTools()
  const { form, set, errorOf, touch } = usePart<LiveSessionForms, 'details'>('details')
  const { hosts } = form
  const nameOf = ({ userId, name }: Host) => (userId && references.users[userId]?.fullName) || name
  const change = (id: string, changed: Partial<Host>) =>
    set(
      'hosts',
      hosts.map((host) => (host.id === id ? { ...host, ...changed } : host)),
    )
  return (
    <FieldPlace name="details.hosts" whole>
      <p className="muted small">{t('authoring.live_hosts_help')}</p>
      {errorOf('hosts') && <FieldError>{errorOf('hosts')}</FieldError>}
      {hosts.length > 0 && (
        <ul className={styles.rows} aria-label={t('authoring.field_hosts')}>
          {hosts.map((host) => (
            <li key={host.id} className={styles.row}>
              <TextField
                className={styles.text}
                label={t('authoring.live_host_name')}
                maxLength={100}
                readOnly={host.userId !== null}
                value={nameOf(host)}
                error={errorOf(`hosts.${host.id}.name`)}
                onBlur={() => touch(`hosts.${host.id}.name`)}
                onChange={({ currentTarget }) => change(host.id, { name: currentTarget.value })}
              />
              <TextField
                className={styles.text}
                label={t('authoring.live_host_title')}
                maxLength={100}
                value={host.title}
                onChange={({ currentTarget }) => change(host.id, { title: currentTarget.value })}
              />
              <IconButton
                theme="bare"
                label={t('authoring.remove_of', { name: nameOf(host) })}
                icon={<XIcon className="icon-s" />}
                onClick={() =>
                  set(
                    'hosts',
                    hosts.filter(({ id }) => id !== host.id),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      {hosts.length < most && (
        <>
          <PersonSearch
            label={t('authoring.live_add_host')}
            onTake={({ id, fullName, avatar }) => {
              if (hosts.some(({ userId }) => userId === id)) return
              addReferences({ users: { [id]: { id, fullName, avatar } } })
              set('hosts', [...hosts, { id: newId('host'), userId: id, name: fullName, title: '' }])
            }}
          />
          <div>
            <Button
              icon={<PlusIcon />}
              onClick={() => set('hosts', [...hosts, { id: newId('host'), userId: null, name: '', title: '' }])}
            >
              {t('authoring.live_add_guest')}
            </Button>
          </div>
        </>
      )}
    </FieldPlace>
  )
}
