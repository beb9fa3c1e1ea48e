'use client'

import { useQuery } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { connectionQueries } from '@/lib/connections/queries'
import { ListFrame } from '@/components/ui/lists/list-frame'

const kinds = ['organisation', 'group', 'user'] as const

/** Who inspections can be shared with. */
export function ConnectionsPage() {
  const t = useTranslations('connections')
  const query = useQuery(connectionQueries.list())
  // SafetyCulture may have more kinds: those are shown as they are.
  const nameKind = (kind: string) => {
    const known = kinds.find((one) => one === kind)
    return known === undefined ? kind : t(`kinds.${known}`)
  }
  return (
    <ListFrame
      isSparse
      about={<ConnectedAccountInfo of="connections" />}
      title={t('title')}
      description={t('description')}
      noun="connection"
      query={query}
      rowsOf={(answer) => answer.connections}
      textOf={({ name, connectionId, kind }) => `${name} ${connectionId} ${nameKind(kind)}`}
      empty={
        <EmptyState icon={Waypoints} title={t('empty.title')} className="rounded border border-line bg-surface">
          {t('empty.text')}
        </EmptyState>
      }
    >
      {(rows) => (
        <ul aria-label={t('title')} className="divide-y divide-line rounded border border-line bg-surface">
          {rows.map(({ connectionId, name, kind }) => (
            <li key={connectionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
              <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
              <Badge tone="unknown" icon={null}>
                {nameKind(kind)}
              </Badge>
              <code className="ms-auto font-mono text-xs break-all text-ink-muted select-all">{connectionId}</code>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}
