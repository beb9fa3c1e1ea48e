'use client'

import { useMutation, useQuery } from '@tanstack/react-query'
import { UserPlus, X } from 'lucide-react'
import { useState } from 'react'
import { PeoplePicker } from '@/components/people/person-picker'
import { PersonAvatar } from '@/components/people/person-avatar'
import { Button, IconButton } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorNotice } from '@/components/ui/error-notice'
import { personNameQueries } from '@/lib/people/names-queries'
import { sharedWithMax, type SavedView, type ViewChange } from '@/lib/saved-views/schema'

type Sharing = Pick<ViewChange, 'isShared' | 'sharedWith'>
type Reach = 'me' | 'people' | 'everyone'

const reaches: ReadonlyArray<{ value: Reach; label: string; hint: string }> = [
  { value: 'me', label: 'Only me', hint: 'Nobody else sees this view.' },
  { value: 'people', label: 'Chosen people', hint: 'They see it in their bar. Only you can change it.' },
  { value: 'everyone', label: 'Everyone', hint: 'Everyone who signs in sees it. You and admins can change it.' },
]

const reachOf = ({ isShared, sharedWith }: SavedView): Reach =>
  isShared ? 'everyone' : sharedWith.length > 0 ? 'people' : 'me'

/** Who sees a view: nobody else, chosen people, or everyone. What `onSave` throws is shown here, with the choice kept. */
export function ShareDialog({
  view,
  onSave,
  onClose,
}: {
  view: SavedView
  onSave: (sharing: Sharing) => Promise<unknown>
  onClose: () => void
}) {
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
      title={`Share “${view.name}”`}
      size="sm"
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" busy={save.isPending} disabled={isMissing} onClick={submit}>
            Save sharing
          </Button>
        </>
      }
    >
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">Who sees this view</legend>
        {reaches.map(({ value, label, hint }) => (
          <div key={value} className="text-sm">
            <label className="flex items-center gap-2 font-medium">
              <input
                type="radio"
                name="reach"
                value={value}
                checked={reach === value}
                data-autofocus={reach === value ? true : undefined}
                onChange={() => setReach(value)}
                className="size-4 accent-accent"
              />
              {label}
            </label>
            <p className="pl-6 text-ink-muted">{hint}</p>
          </div>
        ))}
      </fieldset>
      {reach === 'people' && <ChosenPeople view={view} value={people} onChange={setPeople} />}
      {save.error !== null && (
        <ErrorNotice error={save.error} title="The sharing was not changed" kept="Your choice is still here." />
      )}
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
  const { data } = useQuery(personNameQueries.list())
  const names = new Map([...view.sharedWith, ...(data?.people ?? [])].map(({ userId, name }) => [userId, name]))
  return (
    <div className="mt-3 flex flex-col gap-2">
      {value.length > 0 && (
        <ul aria-label="People who see it" className="flex flex-col gap-1">
          {value.map((userId) => (
            <li key={userId} className="flex items-center gap-2 text-sm">
              <PersonAvatar name={names.get(userId) ?? '?'} />
              <span className="min-w-0 flex-1 truncate">{names.get(userId) ?? 'Unknown person'}</span>
              <IconButton
                size="sm"
                icon={X}
                label={`Remove ${names.get(userId) ?? 'this person'}`}
                onClick={() => onChange(value.filter((other) => other !== userId))}
              />
            </li>
          ))}
        </ul>
      )}
      <PeoplePicker
        label="People who see it"
        value={value}
        onChange={(next) => onChange(next.slice(0, sharedWithMax))}
        trigger={
          <Button icon={UserPlus} className="self-start">
            {value.length === 0 ? 'Choose people' : 'Change people'}
          </Button>
        }
      />
    </div>
  )
}
