'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useId } from 'react'
import { PeoplePicker, PersonPicker } from '@/components/people/person-picker'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { TextField } from '@/components/ui/inputs/field'
import { Segmented } from '@/components/ui/inputs/segmented'
import { Select } from '@/components/ui/inputs/select'
import { roles } from '@/lib/access/permissions'
import { personNameQueries } from '@/lib/people/names-queries'
import { hasInspection } from '@/lib/rules/model'
import { statusGroupQueries } from '@/lib/status-groups/queries'
import { SendFields } from './send-fields'
import { firstFollowUp, firstNotify, firstSend, firstSetStatus, type RuleDraft } from './use-rule-draft'

type Change = (next: Partial<RuleDraft>) => void

/** What the rule does: any of four actions. */
export function RuleThen({ draft, change }: { draft: RuleDraft; change: Change }) {
  const t = useTranslations('rules.editor')
  const { notify, followUp, setStatus, send } = draft
  return (
    <div className="flex flex-col divide-y divide-line">
      <Action
        label={t('notify.label')}
        isOn={notify !== null}
        onChange={(isOn) => change({ notify: isOn ? firstNotify : null })}
      >
        {notify !== null && <NotifyFields notify={notify} onChange={(next) => change({ notify: next })} />}
      </Action>
      {hasInspection(draft.kind) && (
        <>
          <Action
            label={t('followUp.label')}
            isOn={followUp !== null}
            onChange={(isOn) => change({ followUp: isOn ? firstFollowUp : null })}
          >
            {followUp !== null && (
              <FollowUpFields followUp={followUp} onChange={(next) => change({ followUp: next })} />
            )}
          </Action>
          <Action
            label={t('status.label')}
            isOn={setStatus !== null}
            onChange={(isOn) => change({ setStatus: isOn ? firstSetStatus : null })}
          >
            {setStatus !== null && (
              <StatusFields setStatus={setStatus} onChange={(next) => change({ setStatus: next })} />
            )}
          </Action>
        </>
      )}
      <Action
        label={t('send.label')}
        isOn={send !== null}
        onChange={(isOn) => change({ send: isOn ? firstSend : null })}
      >
        {send !== null && <SendFields send={send} onChange={(next) => change({ send: next })} />}
      </Action>
    </div>
  )
}

function Action({
  label,
  isOn,
  onChange,
  children,
}: {
  label: string
  isOn: boolean
  onChange: (isOn: boolean) => void
  children: ReactNode
}) {
  return (
    <fieldset className="flex flex-col gap-3 py-3 first:pt-0 last:pb-0">
      <legend className="sr-only">{label}</legend>
      <label className="flex items-center gap-2 text-sm font-medium">
        <Checkbox checked={isOn} onChange={(event) => onChange(event.target.checked)} />
        {label}
      </label>
      {isOn && <div className="flex flex-col gap-3 ps-6">{children}</div>}
    </fieldset>
  )
}

type Notify = NonNullable<RuleDraft['notify']>

function NotifyFields({ notify, onChange }: { notify: Notify; onChange: (next: Notify) => void }) {
  const t = useTranslations('rules.editor.notify')
  const roleNames = useTranslations('common.roles')
  const { data } = useQuery(personNameQueries.list())
  const me = data?.people.find(({ isMe }) => isMe)
  const others = notify.userIds.filter((userId) => userId !== me?.userId)
  const hasMe = me !== undefined && notify.userIds.includes(me.userId)
  const withMe = (userIds: readonly string[], has: boolean) => [
    ...userIds,
    ...(has && me !== undefined ? [me.userId] : []),
  ]
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        {roles.map((role) => (
          <label key={role} className="flex items-center gap-2">
            <Checkbox
              checked={notify.roles.includes(role)}
              onChange={(event) =>
                onChange({
                  ...notify,
                  roles: roles.filter((one) => (one === role ? event.target.checked : notify.roles.includes(one))),
                })
              }
            />
            {t('role', { role: roleNames(role) })}
          </label>
        ))}
        <label className="flex items-center gap-2">
          <Checkbox
            checked={hasMe}
            onChange={(event) => onChange({ ...notify, userIds: withMe(others, event.target.checked) })}
          />
          {t('me')}
        </label>
      </div>
      <PeoplePicker
        label={t('people')}
        value={others}
        onChange={(userIds) => onChange({ ...notify, userIds: withMe(userIds, hasMe) })}
        trigger={
          <Button className="w-fit justify-between!">
            {others.length === 0 ? t('choosePeople') : t('peopleChosen', { count: others.length })}
            <ChevronDown aria-hidden size={14} className="text-ink-muted" />
          </Button>
        }
      />
      <label className="flex items-center gap-2 text-sm">
        <Checkbox checked={notify.email} onChange={(event) => onChange({ ...notify, email: event.target.checked })} />
        {t('email')}
      </label>
    </>
  )
}

type FollowUp = NonNullable<RuleDraft['followUp']>

function FollowUpFields({ followUp, onChange }: { followUp: FollowUp; onChange: (next: FollowUp) => void }) {
  const t = useTranslations('rules.editor.followUp')
  const { data } = useQuery(personNameQueries.list())
  const id = useId()
  const name = data?.people.find(({ userId }) => userId === followUp.assigneeId)?.name
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <div className="flex min-w-40 flex-col gap-1">
          <span id={id} className="text-sm font-medium">
            {t('assignee')}
          </span>
          <PersonPicker
            label={t('assignee')}
            value={followUp.assigneeId}
            noneLabel={t('nobody')}
            onChange={(person) => onChange({ ...followUp, assigneeId: person?.userId ?? null })}
            trigger={
              <Button aria-describedby={id} className="justify-between!">
                {name ?? t('nobody')}
                <ChevronDown aria-hidden size={14} className="text-ink-muted" />
              </Button>
            }
          />
        </div>
        <TextField
          label={t('dueDays')}
          type="number"
          min={0}
          max={365}
          value={followUp.dueDays === null ? '' : String(followUp.dueDays)}
          onChange={(event) => {
            const days = Number.parseInt(event.target.value, 10)
            onChange({ ...followUp, dueDays: Number.isNaN(days) ? null : Math.min(365, Math.max(0, days)) })
          }}
          className="w-40"
        />
      </div>
      <TextField
        label={t('note')}
        maxLength={1_000}
        value={followUp.note}
        onChange={(event) => onChange({ ...followUp, note: event.target.value })}
        className="max-w-xl"
      />
    </>
  )
}

type SetStatus = NonNullable<RuleDraft['setStatus']>
const unchosen = 'none'

function StatusFields({ setStatus, onChange }: { setStatus: SetStatus; onChange: (next: SetStatus) => void }) {
  const t = useTranslations('rules.editor.status')
  const { data } = useQuery(statusGroupQueries.board())
  const groups = data?.groups ?? []
  const options = groups.flatMap((group) =>
    group.options.map((option) => ({ ...option, groupId: group.groupId, group: group.name })),
  )
  const choose = (optionId: string) => {
    const found = options.find((option) => option.optionId === optionId)
    if (found === undefined) return
    const { name, color, groupId } = found
    onChange({ ...setStatus, status: { optionId, name, color, groupId } })
  }
  return (
    <>
      <Select
        label={t('choose')}
        value={setStatus.status?.optionId ?? unchosen}
        onChange={choose}
        options={[
          ...(setStatus.status === null ? [{ value: unchosen, label: t('choose'), disabled: true }] : []),
          ...options.map(({ optionId, name, group }) => ({ value: optionId, label: name, group })),
        ]}
        className="max-w-72"
      />
      <Segmented
        label={t('mode')}
        value={setStatus.mode}
        options={(['propose', 'automatic'] as const).map((value) => ({ value, label: t(value) }))}
        onChange={(mode) => onChange({ ...setStatus, mode })}
      />
      <p className="text-sm text-ink-muted">{t(setStatus.mode === 'propose' ? 'proposeText' : 'automaticText')}</p>
    </>
  )
}
