import type { Class, Member, withdrawInvitation } from '@lantern/contract/identity/organisations.ts'
import { Suspense, useState } from 'react'
import { Form } from 'react-router'
import { BeyondLastPage } from '#kit/beyond-last-page.tsx'
import { call } from '#kit/call.ts'
import { useFormat } from '#kit/format.ts'
import { lazyPart } from '#kit/later.tsx'
import { useMessages } from '#kit/messages.tsx'
import { usePageWords } from '#kit/page-words.ts'
import { useChange } from '#kit/use-change.ts'
import { Avatar } from '#ui/avatar.tsx'
import { Button, LinkButton } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchIcon, UserPlusIcon } from '#ui/icons.tsx'
import { Notice } from '#ui/notice.tsx'
import { Pagination } from '#ui/pagination.tsx'
import { endCell, Table } from '#ui/table.tsx'
import { Select, TextField } from '#ui/text-field.tsx'
import styles from './campus.module.css'
import tabStyles from './organisation.module.css'
import { choiceAddress } from './organisation-address.ts'
import type { OrganisationPageProps } from './organisation-page.tsx'

const InviteDialog = lazyPart(async () => ({ default: (await import('./invite-dialog.tsx')).InviteDialog }))
const MemberDialog = lazyPart(async () => ({ default: (await import('./member-dialog.tsx')).MemberDialog }))

/** Who belongs to the organisation, by name, a page at a time, and who was asked and has not answered. */
export function PeopleTab(props: OrganisationPageProps) {
  const t = useMessages()
  const { organisation, choice, members, classes } = props
  const [invites, setInvites] = useState(false)
  const [changed, setChanged] = useState<Member | null>(null)
  const pageWords = usePageWords()
  const isAdmin = organisation.role === 'admin'
  const isNarrowed = choice.q.trim() !== '' || choice.classId !== ''
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <Form
          className={tabStyles.search}
          method="get"
          action={choice.path}
          role="search"
          aria-label={t('campus.people')}
        >
          <TextField
            label={t('campus.search_people')}
            labelHidden
            placeholder={t('campus.search_people')}
            type="search"
            name="q"
            maxLength={100}
            defaultValue={choice.q}
            key={choice.q}
          />
          {classes.length > 0 && (
            <Select label={t('campus.class')} labelHidden name="class" defaultValue={choice.classId}>
              <option value="">{t('campus.all_classes')}</option>
              {classes.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
          <Button type="submit" icon={<SearchIcon className="icon-s" />}>
            {t('campus.search')}
          </Button>
        </Form>
        {isAdmin && (
          <div className="row">
            {props.importAct}
            <Button theme="primary" icon={<UserPlusIcon className="icon-s" />} onClick={() => setInvites(true)}>
              {t('campus.invite')}
            </Button>
          </div>
        )}
      </div>
      <p className="muted small" role="status">
        {t('campus.people_count', { count: members.total })}
      </p>
      {members.members.length === 0 && members.total > 0 ? (
        <BeyondLastPage to={choiceAddress(choice, { page: 0 })} />
      ) : members.members.length === 0 ? (
        <EmptyState
          title={t(isNarrowed ? 'campus.nobody_found' : 'campus.nobody_yet')}
          actions={isNarrowed && <LinkButton to={choice.path}>{t('campus.show_everybody')}</LinkButton>}
        />
      ) : (
        <MemberTable members={members.members} classes={classes} onChange={setChanged} />
      )}
      <Pagination
        {...pageWords}
        page={choice.page + 1}
        pageCount={Math.ceil(members.total / members.pageSize)}
        toOf={(page) => choiceAddress(choice, { page: page - 1 })}
      />
      {members.invitations.length > 0 && <Invitations {...props} />}
      <Suspense>
        {invites && <InviteDialog organisation={organisation} onClose={() => setInvites(false)} />}
        {changed && (
          <MemberDialog
            organisation={organisation}
            member={changed}
            classes={classes}
            onClose={() => setChanged(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

interface MemberTableProps {
  members: readonly Member[]
  classes: readonly Class[]
  onChange: (member: Member) => void
}

function MemberTable({ members, classes, onChange }: MemberTableProps) {
  const t = useMessages()
  const format = useFormat()
  const namesOf = ({ classIds }: Member) => classes.filter(({ id }) => classIds.includes(id)).map(({ name }) => name)
  return (
    <Table label={t('campus.people')}>
      <thead>
        <tr>
          <th scope="col">{t('campus.name')}</th>
          <th scope="col" className={styles.mid}>
            {t('campus.role')}
          </th>
          <th scope="col" className={styles.wide}>
            {t('campus.classes')}
          </th>
          <th scope="col" className={styles.wide}>
            {t('campus.since')}
          </th>
          <th scope="col">
            <span className="sr">{t('campus.acts')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.userId}>
            <th scope="row">
              <span className={styles.who}>
                <Avatar name={member.name} src={member.avatar} size="s" />
                <span className={styles.name}>
                  {member.name}
                  {member.number !== '' && <small className="muted num">{member.number}</small>}
                  <small className={classNames('muted', tabStyles.phone)}>{t(`campus.role_${member.role}`)}</small>
                </span>
              </span>
            </th>
            <td className={styles.mid}>{t(`campus.role_${member.role}`)}</td>
            <td className={classNames(styles.wide, styles.classes)}>{format.list(namesOf(member))}</td>
            <td className={classNames(styles.wide, 'num')}>{format.date(member.since)}</td>
            <td className={endCell}>
              <Button
                size="s"
                onClick={() => onChange(member)}
                aria-label={t('campus.change_of', { name: member.name })}
              >
                {t('campus.change')}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Who was asked to join and has not answered, newest first. */
function Invitations({ organisation, members: { invitations, invitationCount } }: OrganisationPageProps) {
  const t = useMessages()
  const format = useFormat()
  const change = useChange()
  const withdraw = (phone: string) =>
    change.send(
      () =>
        call<typeof withdrawInvitation>('POST /api/campus/organisation/:id/member/withdraw', {
          params: { id: organisation.id },
          body: { phone },
        }),
      t('campus.withdrawn'),
    )
  const problem = change.problemBeside()
  return (
    <Disclosure summary={t('campus.invitations_open', { count: invitationCount })}>
      {problem && (
        <Notice tone="bad" live>
          {problem}
        </Notice>
      )}
      {invitationCount > invitations.length && (
        <p className="muted small">{t('campus.invitations_newest', { count: invitations.length })}</p>
      )}
      <ul className={styles.rows}>
        {invitations.map(({ phone, role, invitedAt }) => (
          <li key={phone}>
            <span>
              <span className="num">{phone}</span> · {t(`campus.role_${role}`)}
              <br />
              <time className="muted small num" dateTime={invitedAt}>
                {format.dateTime(invitedAt)}
              </time>
            </span>
            {organisation.role === 'admin' && (
              <Button
                size="s"
                disabled={change.busy}
                aria-label={t('campus.withdraw_of', { phone })}
                onClick={() => void withdraw(phone)}
              >
                {t('campus.withdraw')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
