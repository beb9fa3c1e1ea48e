'use client'

import { useTranslations } from 'next-intl'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Radio } from '@/components/ui/inputs/radio'
import { Popover } from '@/components/ui/popover'
import { classNames } from '@/lib/browser/class-names'
import { statusColors } from '@/lib/status-groups/color'
import { nameColor } from '@/components/status/color-name'
import { StatusChip, StatusMark } from '@/components/status/status-chip'

/** Picks the color of a status by name, with a preview in both themes. */
export function ColorPicker({
  name,
  color,
  isLocked,
  onChange,
}: {
  name: string
  color: string
  isLocked: boolean
  onChange: (color: string) => void
}) {
  const [open, setOpen] = useState(false)
  const t = useTranslations('statusGroups.editor.color')
  const colors = useTranslations('status')
  return (
    <Popover
      label={t('of', { name })}
      align="start"
      open={open && !isLocked}
      onOpenChange={setOpen}
      className="w-72"
      trigger={
        <button
          type="button"
          disabled={isLocked}
          aria-label={t('ofIs', { name, color: nameColor(colors, color) })}
          className="inline-flex h-8 items-center gap-1 rounded border border-line bg-surface px-2 hover:border-line-strong hover:bg-raised disabled:opacity-50 data-popup-open:bg-raised"
        >
          <StatusMark color={color} className="size-3" />
          <ChevronDown aria-hidden size={12} className="text-ink-muted" />
        </button>
      }
    >
      <Colors name={name} color={color} onChange={onChange} />
    </Popover>
  )
}

function Colors({ name, color, onChange }: { name: string; color: string; onChange: (color: string) => void }) {
  const t = useTranslations('statusGroups.editor.color')
  const colors = useTranslations('status')
  const group = useId()
  // The initial color, even an unknown one, stays a choice while the panel is open.
  const [was] = useState(color)
  const options = [
    ...statusColors.map((known) => ({ color: known.color, name: nameColor(colors, known.color) })),
    ...(statusColors.some((known) => known.color === was)
      ? []
      : [{ color: was, name: t('unchanged', { color: nameColor(colors, was) }) }]),
  ]
  return (
    <div className="flex flex-col gap-3 p-3">
      <fieldset className="flex flex-col">
        <legend className="mb-1 text-xs font-medium text-ink-muted">{t('title')}</legend>
        {options.map((option) => (
          <label
            key={option.color}
            className="relative flex min-h-8 cursor-pointer items-center gap-2 rounded-sm px-2 text-sm hover:bg-raised has-checked:bg-raised has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <Radio name={group} checked={option.color === color} onChange={() => onChange(option.color)} />
            <StatusMark color={option.color} className="size-3" />
            <span className="flex-1">{option.name}</span>
          </label>
        ))}
      </fieldset>
      <div aria-hidden className="grid grid-cols-2 overflow-hidden rounded border border-line">
        {(['light', 'dark'] as const).map((theme) => (
          <div
            key={theme}
            data-preview={theme}
            className={classNames('flex min-w-0 justify-center bg-surface px-2 py-3 text-ink')}
          >
            <StatusChip name={name} color={color} size="md" />
          </div>
        ))}
      </div>
    </div>
  )
}
