'use client'

import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { SavedView, ViewChange } from '@/lib/saved-views/schema'

export interface Conflict {
  /** The view as it was when the change was made. */
  seen: SavedView
  /** As it is stored now. */
  stored: SavedView
  change: Omit<ViewChange, 'revision'>
}

/** Somebody else has changed a view meanwhile: shows both, and leaves the choice. */
export function ConflictDialog({
  conflict: { seen, stored, change },
  onKeep,
  onReplace,
  onCopy,
}: {
  conflict: Conflict
  onKeep: () => void
  onReplace: () => void
  /** Null when what was changed is not worth a view of its own. */
  onCopy: (() => void) | null
}) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title={`“${seen.name}” was changed meanwhile`}
      description="In another tab, or by somebody else. Nothing of yours was saved yet."
      footer={
        <>
          <Button onClick={onKeep} data-autofocus>
            Keep what is stored
          </Button>
          {onCopy !== null && <Button onClick={onCopy}>Save mine as a new view</Button>}
          <Button variant="primary" onClick={onReplace}>
            Save mine over it
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Version title="Stored now" view={stored} />
        <Version
          title="Yours"
          view={{
            name: change.name ?? seen.name,
            query: change.query ?? seen.query,
            isShared: change.isShared ?? seen.isShared,
          }}
        />
      </div>
    </Dialog>
  )
}

function Version({ title, view }: { title: string; view: Pick<SavedView, 'name' | 'query' | 'isShared'> }) {
  const parts = [...new URLSearchParams(view.query)]
  return (
    <section className="min-w-0 rounded border border-line p-3">
      <h3 className="text-xs font-medium text-ink-muted">{title}</h3>
      <p className="mt-1 font-medium wrap-break-word">{view.name}</p>
      <p className="text-sm text-ink-muted">{view.isShared ? 'Shared with everyone' : 'For its owner alone'}</p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {parts.length === 0 ? (
          <dt className="col-span-2 text-ink-muted">All inspections</dt>
        ) : (
          parts.map(([name, value], index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
            <div key={index} className="contents">
              <dt className="font-mono text-xs leading-5 text-ink-muted">{name}</dt>
              <dd className="wrap-break-word">{value}</dd>
            </div>
          ))
        )}
      </dl>
    </section>
  )
}
