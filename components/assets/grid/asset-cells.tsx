'use client'

import { Archive } from 'lucide-react'
import type { Route } from 'next'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { createContext, type MouseEvent, use } from 'react'
import { StatusControl } from '@/components/assets/status/status-control'
import type { StatusSetting } from '@/components/assets/status/use-status-setting'
import { describeState, readAssetName } from '@/components/assets/texts'
import { Badge } from '@/components/ui/badge'
import { NameLink } from '@/components/ui/lists/name-link'
import { Time } from '@/components/ui/dates/time'
import type { AssetRow } from '@/lib/assets/schema'
import { assetPageHref } from '@/lib/browser/routes'

/** Sets statuses in rows. A context, because rows render again only when their own status changes. */
export interface RowStatus extends StatusSetting {
  /** Why this person cannot set a status; null if they can. */
  offReason: string | null
}
export const RowStatusContext = createContext<RowStatus | null>(null)

export function StatusCell({ row }: { row: AssetRow }) {
  const status = use(RowStatusContext)
  if (status === null) return null
  return (
    <StatusControl
      asset={row}
      pending={status.pending.get(row.assetId)}
      onSet={status.set}
      offReason={status.offReason}
    />
  )
}

/** A name, or a dash that screen readers read as `missing`. */
export function NameCell({
  text,
  href,
  missing,
}: {
  text: string | null
  /** The page that the name links to; null if there is none. */
  href: Route | null
  missing: 'noType' | 'noSite'
}) {
  if (text === null) return <Missing kind={missing} />
  return (
    <NameLink isInRow href={href} className="truncate">
      {text}
    </NameLink>
  )
}

export function ModifiedCell({ row }: { row: AssetRow }) {
  return row.modifiedAt === null ? (
    <Missing kind="neverModified" />
  ) : (
    <Time value={row.modifiedAt} format="smart" className="text-ink-muted" />
  )
}

function Missing({ kind }: { kind: 'noType' | 'noSite' | 'neverModified' }) {
  const t = useTranslations('assets.row')
  return (
    <span className="text-ink-muted">
      <span aria-hidden>–</span>
      <span className="sr-only">{t(kind)}</span>
    </span>
  )
}

export function StateWord({ state }: { state: string }) {
  const words = describeState(useTranslations('assets'), state)
  if (state === 'active') return <span className="text-ink-muted">{words}</span>
  return <Badge {...(state === 'archived' ? { icon: Archive } : {})}>{words}</Badge>
}

export function CodeLink({ row, onClick }: { row: AssetRow; onClick: (event: MouseEvent) => void }) {
  return (
    <Link
      href={assetPageHref(row.assetId)}
      prefetch={false}
      tabIndex={-1}
      onClick={onClick}
      draggable={false}
      className="min-w-0 truncate font-medium hover:underline hover:underline-offset-2"
    >
      {readAssetName(row)}
    </Link>
  )
}

/** The second line of a row where space is short. */
export const describePlace = (row: AssetRow) =>
  [row.typeName ?? row.typeId, row.siteName].filter((name) => name !== null).join(' · ')

/** The row on a phone. */
export function AssetCard({ row, onClick }: { row: AssetRow; onClick: (event: MouseEvent) => void }) {
  return (
    <>
      <div className="flex items-center gap-2">
        <CodeLink row={row} onClick={onClick} />
        {row.state !== 'active' && <StateWord state={row.state} />}
      </div>
      <div className="flex h-9 items-center gap-2 text-ink-muted">
        <span className="min-w-0 flex-1 truncate">{describePlace(row)}</span>
        <span className="flex max-w-[55%] shrink-0">
          <StatusCell row={row} />
        </span>
      </div>
    </>
  )
}
