import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ComponentProps } from 'react'
import { Button } from '@/components/ui/button'

/** The button of one filter, with what is chosen. A popover gives it the other properties. */
export function FilterButton({
  label,
  value,
  ...rest
}: { label: string; value: string | null } & Omit<ComponentProps<'button'>, 'value' | 'children'>) {
  const t = useTranslations('activity.filters')
  return (
    <Button
      {...rest}
      className={value === null ? 'text-ink-muted' : 'max-w-64 min-w-0 border-line-strong'}
      aria-label={value === null ? label : t('chosen', { label, value })}
    >
      <span className="truncate">
        {label}
        {value !== null && <span className="font-normal">: {value}</span>}
      </span>
      <ChevronDown aria-hidden size={14} strokeWidth={1.75} className="shrink-0 text-ink-muted" />
    </Button>
  )
}
