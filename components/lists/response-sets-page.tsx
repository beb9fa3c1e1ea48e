'use client'

import { useQuery } from '@tanstack/react-query'
import { ChevronRight, ListTree } from 'lucide-react'
import { parseAsString, useQueryState } from 'nuqs'
import { EmptyState } from '@/components/ui/empty-state'
import { ErrorNotice } from '@/components/ui/error-notice'
import { Skeleton } from '@/components/ui/skeleton'
import { Time } from '@/components/ui/time'
import { listQueries } from '@/lib/lists/queries'
import type { ResponseSetRow } from '@/lib/lists/schema'
import { ListFrame } from './list-frame'

/** Sets of answers that templates share. One is open at a time, and the address says which. */
export function ResponseSetsPage() {
  const query = useQuery(listQueries.responseSets())
  const [open, setOpen] = useQueryState('set', parseAsString)
  return (
    <ListFrame
      title="Response sets"
      description="Answers to choose from that templates of the organization share."
      noun="response set"
      query={query}
      rowsOf={(answer) => answer.responseSets}
      textOf={({ name, responseSetId }) => `${name} ${responseSetId}`}
      empty={
        <EmptyState
          icon={ListTree}
          title="There are no response sets"
          className="rounded border border-line bg-surface"
        >
          The service lists none, or none that the token’s owner may see.
        </EmptyState>
      }
    >
      {(rows) => (
        <ul aria-label="Response sets" className="divide-y divide-line rounded border border-line bg-surface">
          {rows.map((row) => (
            <SetRow
              key={row.responseSetId}
              row={row}
              isOpen={row.responseSetId === open}
              onToggle={(isOpen) => void setOpen(isOpen ? row.responseSetId : null)}
            />
          ))}
        </ul>
      )}
    </ListFrame>
  )
}

function SetRow({
  row,
  isOpen,
  onToggle,
}: {
  row: ResponseSetRow
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}) {
  return (
    <li>
      <details
        open={isOpen}
        onToggle={(event) => event.currentTarget.open !== isOpen && onToggle(event.currentTarget.open)}
      >
        <summary className="flex cursor-pointer list-none flex-wrap items-center gap-x-2 gap-y-1 px-4 py-3 outline-offset-[-2px] hover:bg-raised">
          <ChevronRight
            aria-hidden
            size={16}
            strokeWidth={1.75}
            className={isOpen ? 'shrink-0 rotate-90 text-ink-muted' : 'shrink-0 text-ink-muted'}
          />
          <span className="min-w-0 flex-1 text-sm font-medium wrap-anywhere">{row.name}</span>
          {row.createdAt !== null && (
            <span className="text-xs text-ink-muted">
              made <Time value={row.createdAt} format="date" />
            </span>
          )}
        </summary>
        {isOpen && <Responses responseSetId={row.responseSetId} />}
      </details>
    </li>
  )
}

function Responses({ responseSetId }: { responseSetId: string }) {
  const { data, error, isFetching, refetch } = useQuery(listQueries.responseSet(responseSetId))
  return (
    <div className="flex flex-col gap-3 px-4 pb-4 pl-10 text-sm">
      {error !== null && (
        <ErrorNotice
          error={error}
          title="The responses could not be read"
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      )}
      {data === undefined && error === null && <Skeleton className="h-4 w-2/5" />}
      {data !== undefined && (
        <>
          {data.responses.length === 0 ? (
            <p className="text-ink-muted">It has no responses.</p>
          ) : (
            <ol aria-label={`Responses of ${data.name}`} className="flex flex-col gap-1">
              {data.responses.map(({ id, label, shortLabel }) => (
                <li key={id} className="flex flex-wrap items-baseline gap-x-2">
                  <span className="wrap-anywhere">{label}</span>
                  {shortLabel !== null && shortLabel !== label && <span className="text-ink-muted">{shortLabel}</span>}
                </li>
              ))}
            </ol>
          )}
          <p className="text-xs text-ink-muted">
            <code className="font-mono break-all select-all">{data.responseSetId}</code>
          </p>
        </>
      )}
    </div>
  )
}
