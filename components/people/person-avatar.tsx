import { classNames } from '@/lib/browser/class-names'
import { initialsOf } from '@/lib/people/names-model'

/** The initials of a person. Always beside the name, so it is hidden from screen readers. */
export function PersonAvatar({ name, isDisabled = false }: { name: string; isDisabled?: boolean }) {
  return (
    <span
      aria-hidden
      className={classNames(
        'inline-flex size-5 shrink-0 items-center justify-center rounded-full text-[0.625rem] leading-none font-semibold select-none',
        isDisabled ? 'bg-raised text-ink-muted' : 'bg-accent-soft text-accent-ink',
      )}
    >
      {initialsOf(name)}
    </span>
  )
}
