import type { listStaffGrants } from '@lantern/contract/commerce/grants.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { typeOfId } from '@lantern/contract/ids.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { GiveForm, type GiveFormProps, GivenPage } from './given-list.tsx'
import { problemOf, type StaffFormAnswer } from './staff-act.ts'

interface StaffGrantsProps {
  list: ResponseOf<typeof listStaffGrants>
  answer: StaffFormAnswer | undefined
}

/** Rights to read that staff gave to people. */
export function StaffGrants({ list, answer }: StaffGrantsProps) {
  const t = useMessages()
  return (
    <GivenPage
      current="grants"
      {...{ list, answer }}
      done={{ give: t('commerce.staff_grant_given'), revoke: t('commerce.staff_grant_revoked') }}
      empty={{ title: t('commerce.staff_no_grants'), text: t('commerce.staff_no_grants_text') }}
      // what was given closes the form: the next one begins empty
      form={(props) => <Give key={list.results[0]?.id} {...props} />}
      titleOf={({ person, item }) => (
        <>
          {person?.name ?? t('commerce.staff_gone')} ·{' '}
          <PageLink to={`/${typeOfId(item.id) ?? 'tutorial'}/${item.id}`}>{item.title}</PageLink>
        </>
      )}
    />
  )
}

function Give({ action, answer }: GiveFormProps) {
  const t = useMessages()
  return (
    <GiveForm {...{ action, answer }} title={t('commerce.staff_give')} submit={t('commerce.staff_give_send')}>
      <TextField
        name="person"
        label={t('commerce.staff_person')}
        help={t('commerce.staff_person_help')}
        defaultValue={answer?.values.person}
        error={problemOf(answer, 'person')}
        autoComplete="off"
      />
      <TextField
        name="item"
        label={t('commerce.staff_item')}
        help={t('commerce.staff_item_help')}
        defaultValue={answer?.values.item}
        error={problemOf(answer, 'item')}
        autoComplete="off"
      />
    </GiveForm>
  )
}
