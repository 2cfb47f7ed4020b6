import type { Solution } from '@lantern/contract/learning/solutions.ts'
import { useState } from 'react'
import { call } from '#kit/call.ts'
import { toastFailure } from '#kit/failure.ts'
import { useMessages } from '#kit/messages.tsx'
import { useRequireLogin } from '#kit/require-login.tsx'
import { useSession } from '#kit/session.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { LightbulbIcon } from '#ui/icons.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './solution-panel.module.css'

/** The suggested solution of an exercise: fetched when asked for, and only for members. */
export function SolutionPanel({ item }: { item: { id: string; language: string } }) {
  const t = useMessages()
  const { user } = useSession()
  const requireLogin = useRequireLogin()
  const [solution, setSolution] = useState<Solution | null>(null)
  const [isBusy, setBusy] = useState(false)

  async function open() {
    setBusy(true)
    try {
      setSolution(
        await call<typeof import('@lantern/contract/learning/solutions.ts').getSolution>('GET /api/learn/cn/solution', {
          query: { id: item.id },
        }),
      )
    } catch (error) {
      toastFailure(error, t, t('learning.solution_failed'))
    } finally {
      setBusy(false)
    }
  }

  return (
    <Panel as="section" className={styles.panel} aria-labelledby="solution-title">
      <h2 id="solution-title">{t('learning.solution')}</h2>
      {solution === null ? (
        <>
          {!user && <p className="muted">{t('learning.solution_guest')}</p>}
          <p>
            <Button busy={isBusy} icon={<LightbulbIcon className="icon-s" />} onClick={() => requireLogin(open)}>
              {user ? t('learning.solution_show') : t('learning.sign_in')}
            </Button>
          </p>
        </>
      ) : solution.body === null ? (
        <p className="muted">{t('learning.solution_after')}</p>
      ) : (
        <>
          {/* the server has sanitized it when it was written */}
          <div className="prose" lang={item.language} dangerouslySetInnerHTML={{ __html: solution.body }} />
          <p className="row">
            {solution.materials.map((material) => (
              <LinkButton
                key={material.name}
                size="s"
                to={material.url ?? ''}
                target="_blank"
                rel="noopener noreferrer"
              >
                {material.name}
              </LinkButton>
            ))}
          </p>
        </>
      )}
    </Panel>
  )
}
