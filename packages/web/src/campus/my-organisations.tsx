import type { answerInvitation, Class, Organisation } from '@lantern/contract/identity/organisations.ts'
import { call } from '#kit/call.ts'
import { useMessages } from '#kit/messages.tsx'
import { useChange } from '#kit/use-change.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { Panel } from '#ui/panel.tsx'
import styles from './campus.module.css'

interface MyOrganisationsProps {
  organisations: readonly Organisation[]
  invitations: readonly Organisation[]
  /** Those that one has to sign in by first. */
  locked: readonly Organisation[]
  /** Classes that the person is in, by organisation. */
  classes: Readonly<Record<string, readonly Class[]>>
}

/** The organisations that one belongs to, and those that ask one to join. */
export function MyOrganisations({ organisations, locked, invitations, classes }: MyOrganisationsProps) {
  const t = useMessages()
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <div>
          <h1>{t('campus.organisations')}</h1>
          <p className="muted">{t('campus.organisations_lead')}</p>
        </div>
        {invitations.length > 0 && (
          <section className={styles.part} aria-labelledby="organisations-invited">
            <h2 id="organisations-invited">{t('campus.invitations')}</h2>
            {invitations.map((one) => (
              <Invitation key={one.id} organisation={one} />
            ))}
          </section>
        )}
        {locked.length > 0 && (
          <section className={styles.part} aria-labelledby="organisations-locked">
            <h2 id="organisations-locked">{t('campus.locked')}</h2>
            <Panel padded={false}>
              <ul className={styles.rows}>
                {locked.map(({ id, name, slug }) => (
                  <li key={id}>
                    <span>
                      <strong>{name}</strong>
                      <br />
                      <span className="muted small">{t('campus.locked_text')}</span>
                    </span>
                    <LinkButton size="s" to={`/sign-in/school/${slug}`} aria-label={t('campus.unlock_of', { name })}>
                      {t('campus.unlock')}
                    </LinkButton>
                  </li>
                ))}
              </ul>
            </Panel>
          </section>
        )}
        {organisations.length > 0 ? (
          <section className={styles.part} aria-labelledby="organisations-mine">
            <h2 id="organisations-mine">{t('campus.memberships')}</h2>
            <Panel padded={false}>
              <ul className={styles.rows}>
                {organisations.map(({ id, name, role }) => (
                  <li key={id}>
                    <span>
                      <strong>{name}</strong>
                      <br />
                      <span className="muted small">{t(`campus.you_are_${role}`)}</span>
                    </span>
                    {(classes[id] ?? []).map((one) => (
                      <LinkButton key={one.id} size="s" to={`/campus/class/${one.id}`}>
                        {t('campus.assignments_of', { name: one.name })}
                      </LinkButton>
                    ))}
                    {role !== 'learner' && (
                      <LinkButton
                        size="s"
                        to={`/campus/organisation/${id}`}
                        aria-label={t('campus.look_after_of', { name })}
                      >
                        {t('campus.look_after')}
                      </LinkButton>
                    )}
                  </li>
                ))}
              </ul>
            </Panel>
          </section>
        ) : (
          invitations.length === 0 &&
          locked.length === 0 && (
            <EmptyState title={t('campus.no_organisations')}>
              <p>{t('campus.no_organisations_text')}</p>
            </EmptyState>
          )
        )}
      </div>
    </main>
  )
}

function Invitation({ organisation: { id, name, role } }: { organisation: Organisation }) {
  const t = useMessages()
  const change = useChange()
  const answer = (accept: boolean) =>
    change.send(
      () =>
        call<typeof answerInvitation>('POST /api/campus/organisation/:id/invitation', {
          params: { id },
          body: { accept },
        }),
      t(accept ? 'campus.joined' : 'campus.declined', { name }),
    )
  const problem = change.problemBeside()
  return (
    <Panel className={styles.invitation}>
      <div>
        <strong>{t('campus.invited_by', { name })}</strong>
        <p className="muted small">{t(`campus.invited_as_${role}`)}</p>
        {problem && (
          <Notice tone="bad" live>
            {problem}
          </Notice>
        )}
      </div>
      <div className="row">
        <Button disabled={change.busy} onClick={() => void answer(false)} aria-label={t('campus.decline_of', { name })}>
          {t('campus.decline')}
        </Button>
        <Button
          theme="primary"
          busy={change.busy}
          onClick={() => void answer(true)}
          aria-label={t('campus.accept_of', { name })}
        >
          {t('campus.accept')}
        </Button>
      </div>
    </Panel>
  )
}
