'use client'

import { useTranslations } from 'next-intl'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import { allKey } from '@/lib/saved-views/model'
import type { SavedView, ViewChange } from '@/lib/saved-views/schema'
import { useStartNames } from './use-start-names'

export interface Conflict {
  /** The view as it was when the change was made. */
  seen: SavedView
  /** The view as it is stored now. */
  stored: SavedView
  change: Omit<ViewChange, 'revision'>
}

/** Shows both versions of a view that someone else has changed, and asks which one to keep. */
export function ConflictDialog({
  conflict: { seen, stored, change },
  onKeep,
  onReplace,
  onCopy,
}: {
  conflict: Conflict
  onKeep: () => void
  onReplace: () => void
  /** Null when only the name or the sharing was changed. */
  onCopy: (() => void) | null
}) {
  const t = useTranslations('savedViews.conflict')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onKeep()}
      title={t('title', { name: seen.name })}
      description={t('description')}
      footer={
        <>
          <Button onClick={onKeep} data-autofocus>
            {t('actions.useTheirs')}
          </Button>
          {onCopy !== null && <Button onClick={onCopy}>{t('actions.saveAsNew')}</Button>}
          <Button variant="primary" onClick={onReplace}>
            {t('actions.overwrite')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <Version title={t('theirs')} view={stored} />
        <Version
          title={t('yours')}
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
  const t = useTranslations('savedViews.conflict')
  const startName = useStartNames()
  const parts = [...new URLSearchParams(view.query)]
  return (
    <section className="min-w-0 rounded border border-line p-3">
      <h3 className="text-xs font-medium text-ink-muted">{title}</h3>
      <p className="mt-1 font-medium wrap-break-word">{view.name}</p>
      <p className="text-sm text-ink-muted">{t(view.isShared ? 'shared' : 'private')}</p>
      <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-sm">
        {parts.length === 0 ? (
          <dt className="col-span-2 text-ink-muted">{startName(allKey)}</dt>
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
