import type { Tag } from '@lantern/contract/catalog/items.ts'
import type { getSavedTags, listTopics, saveTags } from '@lantern/contract/catalog/tags.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '#kit/call.ts'
import { type MessageKey, type Translate, useMessages } from '#kit/messages.tsx'
import { ApiError } from '#kit/request.ts'
import { useSession } from '#kit/session.tsx'
import { Button } from '#ui/button.tsx'
import { Chip } from '#ui/chip.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { TextSkeleton } from '#ui/skeleton.tsx'
import { toast } from '#ui/toast.ts'
import styles from './interests-dialog.module.css'

interface Choices {
  topics: Tag[]
  industries: Tag[]
}

/** Choosing topics and industries of interest, and saving them. */
export default function InterestsDialog({ onClose }: { onClose: () => void }) {
  const t = useMessages()
  const { premium } = useSession()
  const [choices, setChoices] = useState<Choices | null>(null)
  // null until the saved interests are known: saving a choice before would overwrite them
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [saving, setSaving] = useState(false)

  const giveUp = useEffectEvent((scope: Scope, error: unknown) => {
    toast({ tone: 'bad', text: failureIn(scope, error, t) })
    onClose()
  })

  useEffect(() => {
    let isHere = true
    const failed = (scope: Scope) => (error: unknown) => isHere && giveUp(scope, error)
    call<typeof listTopics>('GET /api/learn/topics').then((all) => isHere && setChoices(all), failed('tag'))
    call<typeof getSavedTags>('GET /api/learn/tags').then(
      ({ tags }) => isHere && setChosen(new Set(tags.map(({ id }) => id))),
      failed('get_tags'),
    )
    return () => {
      isHere = false
    }
  }, [])

  function toggle(id: string) {
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(id)) next.add(id)
      return next
    })
  }

  async function save() {
    if (!choices || !chosen) return
    setSaving(true)
    const tags = [
      ...choices.topics.map(({ id }) => ({ id, type: 'topic' as const })),
      ...choices.industries.map(({ id }) => ({ id, type: 'industry' as const })),
    ].filter(({ id }) => chosen.has(id))
    try {
      await call<typeof saveTags>(
        'POST /api/learn/tags/save',
        { body: { tags, userPremium: premium } },
        { keepalive: true },
      )
      toast({ tone: 'good', text: t('catalog.interests_saved') })
      onClose()
    } catch (error) {
      setSaving(false)
      toast({ tone: 'bad', text: failureIn('save_tags', error, t) })
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title={t('catalog.interests')}
      closeLabel={t('kit.close')}
      footer={
        <Button
          theme="primary"
          busy={saving}
          aria-disabled={choices === null || chosen === null || undefined}
          onClick={save}
        >
          {t('catalog.interests_save')}
        </Button>
      }
    >
      <p className="muted">{t('catalog.interests_lead')}</p>
      {choices === null || chosen === null ? (
        <TextSkeleton lines={4} label={t('catalog.loading')} />
      ) : (
        <>
          <Group title={t('catalog.topics')} tags={choices.topics} chosen={chosen} onToggle={toggle} />
          <Group title={t('catalog.industries')} tags={choices.industries} chosen={chosen} onToggle={toggle} />
        </>
      )}
    </Dialog>
  )
}

type GroupProps = { title: string; tags: Tag[]; chosen: ReadonlySet<string>; onToggle: (id: string) => void }

function Group({ title, tags, chosen, onToggle }: GroupProps) {
  return (
    <section className={styles.group}>
      <h3>{title}</h3>
      <div className="row">
        {tags.map(({ id, name }) => (
          <Chip key={id} on={chosen.has(id)} onPress={() => onToggle(id)}>
            {name}
          </Chip>
        ))}
      </div>
    </section>
  )
}

/** The failed act: saving, listing the choices, reading the saved ones. */
type Scope = 'save_tags' | 'tag' | 'get_tags'

/** Failures that have words of their own, as `scope_errorCode`; every other gets the general ones. */
const failures: readonly MessageKey[] = [
  'save_tags_bad_request',
  'save_tags_login_required',
  'tag_unavailable',
  'get_tags_login_required',
  'get_tags_unavailable',
]

function failureIn(scope: Scope, error: unknown, t: Translate): string {
  const code = error instanceof ApiError ? error.code : 'internal'
  return t(failures.find((key) => key === `${scope}_${code}`) ?? 'request_error')
}
