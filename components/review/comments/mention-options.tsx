import { useTranslations } from 'next-intl'
import { PersonAvatar } from '@/components/people/person-avatar'
import { classNames } from '@/lib/browser/class-names'
import type { PersonName } from '@/lib/people/names-schema'

/** People to mention, below the field. The field keeps the focus and names the active one, so native options do not fit. */
export function MentionOptions({
  id,
  options,
  active,
  onChoose,
}: {
  /** Id of the field. `id-people` is the list, `id-0` its first option. */
  id: string
  options: readonly PersonName[]
  active: number
  onChoose: (person: PersonName) => void
}) {
  const t = useTranslations('review.comments')
  return (
    <div
      id={`${id}-people`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus stays in the field
      role="listbox"
      aria-label={t('people')}
      className="absolute top-full start-0 z-30 mt-1 w-72 max-w-full rounded bg-surface p-1 text-sm shadow-float"
    >
      {options.map((person, index) => (
        <div
          key={person.userId}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          // A click would take the focus from the field.
          onMouseDown={(event) => {
            event.preventDefault()
            onChoose(person)
          }}
          className={classNames(
            'flex min-h-8 cursor-default items-center gap-2 rounded-sm px-2 py-1 select-none hover:bg-raised',
            index === active && 'bg-raised',
          )}
        >
          <PersonAvatar name={person.name} />
          <span className="truncate">{person.isMe ? t('you', { name: person.name }) : person.name}</span>
        </div>
      ))}
    </div>
  )
}
