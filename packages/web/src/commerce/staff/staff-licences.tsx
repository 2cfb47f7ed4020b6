import { mostSeats } from '@lantern/contract/commerce/licence-rules.ts'
import type { listStaffLicences } from '@lantern/contract/commerce/licences.ts'
import type { ResponseOf } from '@lantern/contract/endpoint.ts'
import { itemIdLink } from '@lantern/contract/links.ts'
import { useFormat } from '#kit/format.ts'
import { useMessages } from '#kit/messages.tsx'
import { PageLink } from '#ui/link.tsx'
import { TextField } from '#ui/text-field.tsx'
import { GiveForm, type GiveFormProps, GivenPage } from './given-list.tsx'
import { problemOf, type StaffFormAnswer } from './staff-act.ts'

interface StaffLicencesProps {
  list: ResponseOf<typeof listStaffLicences>
  answer: StaffFormAnswer | undefined
}

/** Seats that organisations bought elsewhere or were given. */
export function StaffLicences({ list, answer }: StaffLicencesProps) {
  const t = useMessages()
  const format = useFormat()
  return (
    <GivenPage
      current="licences"
      {...{ list, answer }}
      done={{ give: t('commerce.licences.licence_given'), revoke: t('commerce.licences.licence_revoked') }}
      empty={{ title: t('commerce.licences.none'), text: t('commerce.licences.staff_none_text') }}
      // what was given closes the form: the next one begins empty
      form={(props) => <Give key={list.results[0]?.id} {...props} />}
      titleOf={({ organisation, item }) => (
        <>
          {organisation.name} · {item.isThere ? <PageLink to={itemIdLink(item)}>{item.title}</PageLink> : item.title}
        </>
      )}
      factsOf={({ taken, seats }) => (
        <p className="num">
          {t('commerce.licences.taken', { taken: format.number(taken), seats: format.number(seats) })}
        </p>
      )}
    />
  )
}

function Give({ action, answer }: GiveFormProps) {
  const t = useMessages()
  const field = (name: 'organisation' | 'item' | 'seats') => ({
    name,
    defaultValue: answer?.values[name],
    error: problemOf(answer, name),
    autoComplete: 'off',
  })
  return (
    <GiveForm
      {...{ action, answer }}
      title={t('commerce.licences.staff_give')}
      submit={t('commerce.licences.give')}
      reasonHelp={t('commerce.licences.reason_help')}
    >
      <TextField
        {...field('organisation')}
        label={t('commerce.licences.organisation')}
        help={t('commerce.licences.organisation_help')}
      />
      <TextField {...field('item')} label={t('commerce.staff_item')} help={t('commerce.staff_item_help')} />
      <TextField
        {...field('seats')}
        label={t('commerce.licences.seats')}
        type="number"
        min={1}
        max={mostSeats}
        inputMode="numeric"
      />
    </GiveForm>
  )
}
