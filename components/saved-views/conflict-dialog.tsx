'use client'

import { useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Dialog } from '@/components/ui/dialog'
import type { SavedView, ViewChange } from '@/lib/saved-views/schema'

export interface Conflict {
  /** The view as it was when the change was made. */
  seen: SavedView
  /** The view as it is stored now. */
  stored: SavedView
  change: Omit<ViewChange, 'revision'>
}

/**
 * Shows what differs when someone else has changed a view: what they changed, and what would be changed now. Asks which
 * one to keep.
 */
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
      <Differences seen={seen} theirs={stored} yours={applyChange(seen, stored, change)} />
    </Dialog>
  )
}

/** The view as it would be with the change. Overwriting leaves everything else as it is stored. */
function applyChange(seen: SavedView, stored: SavedView, change: Conflict['change']): SavedView {
  const known = [...seen.sharedWith, ...stored.sharedWith]
  const people = change.sharedWith?.map((userId) => known.find((one) => one.userId === userId) ?? { userId, name: '' })
  return {
    ...stored,
    name: change.name ?? stored.name,
    query: change.query ?? stored.query,
    isShared: change.isShared ?? stored.isShared,
    sharedWith: people ?? stored.sharedWith,
  }
}

/** What the versions have in one setting, and what it was before. A value may have parts, such as the columns. */
interface Setting {
  label: ReactNode
  before: readonly string[]
  theirs: readonly string[]
  yours: readonly string[]
}

/** The values of a parameter, or the columns one by one. */
const readParts = (search: URLSearchParams | undefined, name: string) =>
  (search?.getAll(name) ?? []).flatMap((value) => (name === 'columns' ? value.split(',') : [value]))
const isSame = (one: readonly string[], other: readonly string[]) => one.join('\n') === other.join('\n')

function Differences({ seen, theirs, yours }: { seen: SavedView; theirs: SavedView; yours: SavedView }) {
  const t = useTranslations('savedViews.conflict')
  const person = useTranslations('savedViews.share.people')
  const share = ({ isShared, sharedWith }: SavedView) => {
    if (isShared || sharedWith.length === 0) return [t(isShared ? 'shared' : 'private')]
    return [t('sharedWith', { names: sharedWith.map(({ name }) => name || person('unknown')).join(', ') })]
  }
  const [before, stored, wanted] = [seen, theirs, yours].map(({ query }) => new URLSearchParams(query))
  const names = new Set([before, stored, wanted].flatMap((search) => Array.from(search?.keys() ?? [])))
  const all: Setting[] = [
    { label: t('name'), before: [seen.name], theirs: [theirs.name], yours: [yours.name] },
    { label: t('sharing'), before: share(seen), theirs: share(theirs), yours: share(yours) },
    ...[...names].map((name) => ({
      label: <span className="font-mono font-normal">{name}</span>,
      before: readParts(before, name),
      theirs: readParts(stored, name),
      yours: readParts(wanted, name),
    })),
  ]
  const changed = all.filter(
    (setting) => !isSame(setting.theirs, setting.yours) || !isSame(setting.before, setting.theirs),
  )
  const sameCount = all.length - changed.length
  return (
    <>
      <table className="w-full table-fixed text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-ink-muted *:py-2 *:pe-3 *:text-start *:font-medium">
            <th scope="col" className="w-1/5">
              {t('setting')}
            </th>
            <th scope="col">{t('theirs')}</th>
            <th scope="col">{t('yours')}</th>
          </tr>
        </thead>
        <tbody>
          {changed.map(({ label, theirs: first, yours: second }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- the list never changes while it is shown
            <tr key={at} className="border-b border-line align-top *:py-2 *:pe-3">
              <th scope="row" className="text-start text-xs leading-5 font-medium wrap-anywhere text-ink-muted">
                {label}
              </th>
              <Value parts={first} other={second} />
              <Value parts={second} other={first} />
            </tr>
          ))}
        </tbody>
      </table>
      {sameCount > 0 && <p className="mt-2 text-xs text-ink-muted">{t('same', { count: sameCount })}</p>}
    </>
  )
}

/** The value of one version. Of several parts, those that the other version lacks are marked. */
function Value({ parts, other }: { parts: readonly string[]; other: readonly string[] }) {
  const t = useTranslations('savedViews.conflict')
  if (parts.length === 0) return <td className="text-ink-muted">{t('unset')}</td>
  return (
    <td className="wrap-anywhere">
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <Fragment key={at}>
          {at > 0 && ', '}
          {parts.length > 1 && !other.includes(part) ? (
            <mark className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent-ink">{part}</mark>
          ) : (
            part
          )}
        </Fragment>
      ))}
    </td>
  )
}
