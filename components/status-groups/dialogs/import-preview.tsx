'use client'

import { useTranslations } from 'next-intl'
import Link from 'next/link'
import { Checkbox } from '@/components/ui/inputs/checkbox'
import { Badge } from '@/components/ui/badge'
import { Spinner } from '@/components/ui/spinner'
import type { PortableGroup } from '@/lib/status-groups/portable'
import type { ImportState } from './import-run'
import { groupHref } from '@/components/status-groups/links'
import { StatusChip } from '@/components/status/status-chip'

export interface ImportItem {
  /** Position of the group in the file. */
  at: number
  /** The group as it will be created. */
  group: PortableGroup
  /** Name of the group in the file. */
  givenName: string
  isChosen: boolean
}

/** The groups that will be created, and later the result of each. */
export function ImportPreview({
  items,
  states,
  onToggle,
}: {
  items: readonly ImportItem[]
  states: readonly ImportState[]
  onToggle: (at: number) => void
}) {
  const t = useTranslations('statusGroups.import.preview')
  const hasRun = states.length > 0
  const done = states.filter(({ kind }) => kind === 'done').length
  return (
    <div className="flex min-w-0 flex-col gap-2">
      <output className="font-medium tabular-nums">
        {hasRun ? t('created', { done, total: items.length }) : t('found', { count: items.length })}
      </output>
      <ul aria-label={t('list')} className="divide-y divide-line rounded border border-line">
        {items.map((item, index) => (
          <li key={item.at} className="flex min-w-0 items-start gap-3 px-3 py-2">
            {!hasRun && (
              <Checkbox
                aria-label={t('include', { name: item.group.name })}
                checked={item.isChosen}
                onChange={() => onToggle(item.at)}
                className="mt-0.5"
              />
            )}
            <div className="min-w-0 flex-1 space-y-1">
              <p className="font-medium wrap-anywhere">{item.group.name}</p>
              {!hasRun && item.isChosen && item.group.name !== item.givenName && (
                <p className="text-xs text-attention">{t('renamed', { name: item.givenName })}</p>
              )}
              {item.group.description !== '' && (
                <p className="line-clamp-2 wrap-anywhere text-ink-muted">{item.group.description}</p>
              )}
              <div className="flex flex-wrap gap-1">
                {item.group.options.map((status, place) => (
                  // oxlint-disable-next-line react/no-array-index-key -- two groups may have the same name
                  <StatusChip key={place} name={status.name} color={status.color} />
                ))}
                {item.group.options.length === 0 && <span className="text-ink-muted">{t('noStatuses')}</span>}
              </div>
              {hasRun && <Reason state={states[index]} />}
            </div>
            {hasRun && <Result state={states[index]} />}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Reason({ state }: { state: ImportState | undefined }) {
  const t = useTranslations('statusGroups.import.preview')
  if (state?.kind === 'failed' || state?.kind === 'unknown') return <p className="wrap-anywhere">{state.reason}</p>
  if (state?.kind === 'skipped') return <p className="text-ink-muted">{t('skippedNote')}</p>
  return null
}

function Result({ state }: { state: ImportState | undefined }) {
  const t = useTranslations('statusGroups.import.preview')
  switch (state?.kind) {
    case 'running':
      return (
        <span className="inline-flex items-center gap-1.5 text-xs text-ink-muted">
          <Spinner size={12} /> {t('state.running')}
        </span>
      )
    case 'done':
      return (
        <span className="flex shrink-0 items-center gap-2">
          <Badge tone="good">{t('state.done')}</Badge>
          {state.groupId !== null && (
            <Link
              href={groupHref(state.groupId)}
              prefetch={false}
              className="text-xs text-accent-ink underline-offset-2 hover:underline"
            >
              {t('actions.open')}
            </Link>
          )}
        </span>
      )
    case 'failed':
      return <Badge tone="bad">{t('state.failed')}</Badge>
    case 'unknown':
      return <Badge tone="unknown">{t('state.unknown')}</Badge>
    case 'skipped':
      return <Badge>{t('state.skipped')}</Badge>
    default:
      return <Badge>{t('state.waiting')}</Badge>
  }
}
