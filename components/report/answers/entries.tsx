'use client'

import { ChevronDown, ChevronRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '@/components/ui/button'
import { classNames } from '@/lib/browser/class-names'
import type { ReportItem } from '@/lib/report/schema'

interface Folding {
  folded: ReadonlySet<string>
  /** Folds or opens entries. */
  set: (keys: readonly string[], isFolded: boolean) => void
  /** Entries of each repeated group that are on the page, by the key of the group. */
  entriesOf: ReadonlyMap<string, readonly string[]>
}

const FoldingContext = createContext<Folding | null>(null)

const none: readonly string[] = []

/** Keeps which entries of repeated groups and which sections are collapsed. `startFolded`: those collapsed at first. */
export function EntryFolding({
  items,
  startFolded,
  children,
}: {
  items: Iterable<ReportItem>
  startFolded: readonly string[]
  children: ReactNode
}) {
  const [folded, setFolded] = useState<ReadonlySet<string>>(() => new Set(startFolded))
  const entriesOf = useMemo(() => {
    const groups = new Map<string, string[]>()
    for (const { key, parentKey, answer } of items) {
      if (answer.kind !== 'instance' || parentKey === null) continue
      const members = groups.get(parentKey)
      if (members === undefined) groups.set(parentKey, [key])
      else members.push(key)
    }
    return groups
  }, [items])
  const value = useMemo(
    () => ({
      folded,
      entriesOf,
      set: (keys: readonly string[], isFolded: boolean) =>
        setFolded((before) => {
          const after = new Set(before)
          for (const key of keys) after[isFolded ? 'add' : 'delete'](key)
          return after
        }),
    }),
    [folded, entriesOf],
  )
  return <FoldingContext value={value}>{children}</FoldingContext>
}

/** Collapses or expands all entries of a group. Renders nothing if entries cannot be collapsed. */
export function FoldAll({ group }: { group: ReportItem }) {
  const t = useTranslations('report.row.actions')
  const folding = useContext(FoldingContext)
  const keys = folding?.entriesOf.get(group.key) ?? none
  if (folding === null || keys.length < 2) return null
  const areFolded = keys.every((key) => folding.folded.has(key))
  return (
    <Button
      size="sm"
      variant="ghost"
      icon={areFolded ? ChevronRight : ChevronDown}
      aria-expanded={!areFolded}
      onClick={() => folding.set(keys, !areFolded)}
      className="print:hidden"
    >
      {t(areFolded ? 'expandAll' : 'collapseAll')}
    </Button>
  )
}

/** The name of an entry or a section, as the button that collapses it. */
export function EntryToggle({
  entryKey,
  className = '-ms-5',
  children,
}: {
  entryKey: string
  className?: string
  children: ReactNode
}) {
  const folding = useContext(FoldingContext)
  if (folding === null) return <span>{children}</span>
  const isFolded = folding.folded.has(entryKey)
  const Icon = isFolded ? ChevronRight : ChevronDown
  return (
    <button
      type="button"
      aria-expanded={!isFolded}
      onClick={() => folding.set([entryKey], !isFolded)}
      className={classNames(
        'inline-flex min-h-6 items-center gap-1 rounded text-start hover:text-accent-ink',
        className,
      )}
    >
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ink-muted print:hidden" />
      {children}
    </button>
  )
}

/**
 * The content of an entry. When it is collapsed, the browser's search, a link and a jump still find it and expand it. On
 * paper it is always expanded.
 */
export function EntryContent({ entryKey, children }: { entryKey: string; children: ReactNode }) {
  const folding = useContext(FoldingContext)
  const isFolded = folding?.folded.has(entryKey) === true
  const list = useRef<HTMLDivElement>(null)
  // React accepts only `true` for `hidden`.
  useLayoutEffect(() => {
    if (isFolded) list.current?.setAttribute('hidden', 'until-found')
    else list.current?.removeAttribute('hidden')
  }, [isFolded])
  const set = folding?.set
  useLayoutEffect(() => {
    const element = list.current
    const open = () => set?.([entryKey], false)
    element?.addEventListener('beforematch', open)
    return () => element?.removeEventListener('beforematch', open)
  }, [entryKey, set])
  return (
    <div ref={list} className="print:[content-visibility:visible]">
      {children}
    </div>
  )
}
