'use client'

import { ChevronDown } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { Menu, MenuChoice } from '@/components/ui/menu'
import { Button } from '@/components/ui/button'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { formatDateTime } from '@/lib/time/time-format'
import { useZone } from '@/lib/browser/preferences/zone'
import type { VersionList } from '@/lib/compare/diff-schema'

/** Chooses one of the kept versions. `special`: a choice above them, with its value and label. */
export function VersionPicker({
  label,
  list,
  value,
  special,
  onChange,
}: {
  label: string
  list: VersionList
  value: string
  special?: { value: string; label: string }
  onChange: (value: string) => void
}) {
  const t = useTranslations('compare.changes')
  const { zone } = useZone()
  const style = useTimeStyle()
  const write = (version: string) => formatDateTime(Date.parse(version), zone, style, true)
  const hintOf = ({ modifiedAt, isCurrent }: VersionList['versions'][number]) =>
    isCurrent ? t('current') : modifiedAt === list.seenBefore?.version ? t('seen') : null
  const options = list.versions.map((version) => ({
    value: version.modifiedAt,
    label: write(version.modifiedAt),
    hint: hintOf(version),
  }))
  const all = special === undefined ? options : [{ ...special, hint: null }, ...options]
  const chosen = all.find((option) => option.value === value)?.label ?? write(value)
  return (
    <Menu
      align="start"
      trigger={
        <Button aria-label={t('chosen', { label, version: chosen })} className="max-w-full">
          <span className="text-ink-muted">{label}</span>
          <span className="truncate tabular-nums">{chosen}</span>
          <ChevronDown aria-hidden size={16} strokeWidth={1.75} className="text-ink-muted" />
        </Button>
      }
    >
      <MenuChoice label={label} value={value} options={all} onChange={onChange} />
    </Menu>
  )
}
