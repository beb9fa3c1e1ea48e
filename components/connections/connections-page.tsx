'use client'

import { useQuery } from '@tanstack/react-query'
import { Waypoints } from 'lucide-react'
import { Badge } from '@/components/ui/badge'
import { EmptyState } from '@/components/ui/empty-state'
import { connectionQueries } from '@/lib/connections/queries'
import { ListFrame } from '@/components/ui/list-frame'

const kindWords: Readonly<Record<string, string>> = { organisation: 'Organization', group: 'Group', user: 'User' }

/** Whom inspections can be shared with. */
export function ConnectionsPage() {
  const query = useQuery(connectionQueries.list())
  return (
    <ListFrame
      title="Connections"
      description="The organization, and the groups that inspections and templates can be shared with."
      noun="connection"
      query={query}
      rowsOf={(answer) => answer.connections}
      textOf={({ name, connectionId, kind }) => `${name} ${connectionId} ${kindWords[kind] ?? kind}`}
      empty={
        <EmptyState
          icon={Waypoints}
          title="There is nobody to share with"
          className="rounded border border-line bg-surface"
        >
          The service lists no group, or none that the token’s owner may see.
        </EmptyState>
      }
    >
      {(rows) => (
        <ul aria-label="Connections" className="divide-y divide-line rounded border border-line bg-surface">
          {rows.map(({ connectionId, name, kind }) => (
            <li key={connectionId} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-3 text-sm">
              <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
              <Badge tone="unknown" icon={null}>
                {kindWords[kind] ?? kind}
              </Badge>
              <code className="ml-auto font-mono text-xs break-all text-ink-muted select-all">{connectionId}</code>
            </li>
          ))}
        </ul>
      )}
    </ListFrame>
  )
}
