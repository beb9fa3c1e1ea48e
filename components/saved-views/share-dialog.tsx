'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { PeoplePicker } from '@/components/people/person-picker'
import { PersonAvatar } from '@/components/people/person-avatar'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Radio } from '@/components/ui/inputs/radio'
import { personNameQueries } from '@/lib/people/names-queries'
import type { SavedView, ViewChange } from '@/lib/saved-views/schema'
import { sharedWithMax } from '@/lib/saved-views/values-model'

type Sharing = Pick<ViewChange, 'isShared' | 'sharedWith'>
const reaches = ['me', 'people', 'everyone'] as const
type Reach = (typeof reaches)[number]

const reachOf = ({ isShared, sharedWith }: SavedView): Reach =>
  isShared ? 'everyone' : sharedWith.length > 0 ? 'people' : 'me'

/** Chooses who sees a view. The dialog shows what `onSave` throws and keeps the choice. */
export function ShareDialog({
  view,
  onSave,
  onClose,
}: {
  view: SavedView
  onSave: (sharing: Sharing) => Promise<unknown>
  onClose: () => void
}) {
  const t = useTranslations('savedViews.share')
  const common = useTranslations('common')
  const [reach, setReach] = useState(reachOf(view))
  const [people, setPeople] = useState<readonly string[]>(view.sharedWith.map(({ userId }) => userId))
  const save = useMutation({ mutationFn: onSave, onSuccess: onClose })
  const isMissing = reach === 'people' && people.length === 0
  const submit = () => {
    if (isMissing) return
    save.mutate(
      reach === 'everyone' ? { isShared: true } : { isShared: false, sharedWith: reach === 'me' ? [] : [...people] },
    )
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('title', { name: view.name })}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>{common('cancel')}</Button>
          <Button variant="primary" busy={save.isPending} disabled={isMissing} onClick={submit}>
            {t('actions.save')}
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">{t('legend')}</legend>
        {reaches.map((value) => (
          <div key={value} className="text-sm">
            <label className="flex items-center gap-2 font-medium">
              <Radio
                name="reach"
                value={value}
                checked={reach === value}
                data-autofocus={reach === value ? true : undefined}
                onChange={() => setReach(value)}
              />
              {t(`reach.${value}.label`)}
            </label>
            <p className="ps-6 text-ink-muted">{t(`reach.${value}.hint`)}</p>
          </div>
        ))}
      </fieldset>
      {reach === 'people' && <ChosenPeople view={view} value={people} onChange={setPeople} />}
      {save.error !== null && <ErrorNotice error={save.error} title={t('failure.title')} kept={t('failure.kept')} />}
    </Dialog>
  )
}

function ChosenPeople({
  view,
  value,
  onChange,
}: {
  view: SavedView
  value: readonly string[]
  onChange: (userIds: readonly string[]) => void
}) {
  const t = useTranslations('savedViews.share.people')
  const { data } = useQuery(personNameQueries.list())
  const names = new Map([...view.sharedWith, ...(data?.people ?? [])].map(({ userId, name }) => [userId, name]))
  return (
    <div className="mt-3 flex flex-col gap-2">
      {value.length > 0 && (
        <ul aria-label={t('label')} className="flex flex-col gap-1">
          {value.map((userId) => (
            <li key={userId} className="flex items-center gap-2 text-sm">
              <PersonAvatar name={names.get(userId) ?? '?'} />
              <span className="min-w-0 flex-1 truncate">{names.get(userId) ?? t('unknown')}</span>
              <IconButton
                size="sm"
                icon={X}
                label={t('remove', { name: names.get(userId) ?? t('unknown') })}
                onClick={() => onChange(value.filter((other) => other !== userId))}
              />
            </li>
          ))}
        </ul>
      )}
      <PeoplePicker
        label={t('label')}
        value={value}
        onChange={(next) => onChange(next.slice(0, sharedWithMax))}
        trigger={
          <Button icon={UserPlus} className="self-start">
            {t(value.length === 0 ? 'actions.choose' : 'actions.change')}
          </Button>
        }
      />
    </div>
  )
}
