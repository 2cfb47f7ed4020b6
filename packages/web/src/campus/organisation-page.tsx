import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import type { Class, listMembers, Organisation } from '@lantern/contract/identity/organisations.ts'
import { useMessages } from '#kit/messages.tsx'
import { LinkTabs } from '#ui/tabs.tsx'
import { ClassesTab } from './classes-tab.tsx'
import { choiceAddress, type OrganisationChoice } from './organisation-address.ts'
import { PeopleTab } from './people-tab.tsx'

export interface OrganisationPageProps {
  organisation: Organisation
  choice: OrganisationChoice
  members: ResponseOf<typeof listMembers>
  classes: readonly Class[]
}

/** An organisation as its educators and admins look after it: who belongs to it, and in which classes. */
export function OrganisationPage(props: OrganisationPageProps) {
  const t = useMessages()
  const { organisation, choice, classes } = props
  const other = { q: '', classId: '', page: 0 }
  return (
    <main id="main" className="wrap">
      <div className="page-stack">
        <div>
          <h1>{organisation.name}</h1>
          <p className="muted">{t(`campus.you_are_${organisation.role}`)}</p>
        </div>
        <LinkTabs
          label={t('campus.parts')}
          tabs={[
            {
              to: choiceAddress(choice, { ...other, tab: 'people' }),
              label: t('campus.people'),
              current: choice.tab === 'people',
            },
            {
              to: choiceAddress(choice, { ...other, tab: 'classes' }),
              label: t('campus.classes'),
              count: classes.length,
              current: choice.tab === 'classes',
            },
          ]}
        />
        {choice.tab === 'people' ? <PeopleTab {...props} /> : <ClassesTab {...props} />}
      </div>
    </main>
  )
}
