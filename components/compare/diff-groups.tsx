import { useFormatter, useTranslations } from 'next-intl'
import { Fragment, type ReactNode } from 'react'
import type { DiffSection, ItemDiff } from '@/lib/compare/diff-schema'
import { Windowed } from '@/components/ui/windowed'
import { DiffRow, type DiffRowProps } from './diff-row'
import { diffAnchor } from './texts'

interface ItemRun {
  label: string | null
  /** Whether the name of the section comes before them. */
  isHeaded: boolean
  items: ItemDiff[]
}

/** Sections of up to this many items are rendered as one piece. */
const runItems = 24
/** Both sides of an answer, one below the other on a phone. */
const rowHeight = 76

const weighRun = ({ items }: ItemRun) => items.length
const anchorsOf = ({ items }: ItemRun) => items.map(({ key }) => diffAnchor(key))

/** A group of differences under a heading with their count. */
export function DiffGroup({ title, count, children }: { title: string; count: number; children: ReactNode }) {
  const format = useFormatter()
  return (
    <section aria-label={title} className="space-y-2">
      <h2 className="flex items-baseline gap-2 text-lg font-semibold">
        {title} <span className="text-sm font-normal text-ink-muted tabular-nums">{format.number(count)}</span>
      </h2>
      {children}
    </section>
  )
}

/** Items under the names of their sections, in reading order. */
export function DiffItems({
  items,
  sections,
  ...shared
}: {
  items: readonly ItemDiff[]
  sections: readonly DiffSection[]
} & Omit<DiffRowProps, 'item' | 'section'>) {
  const labels = new Map(sections.map(({ key, label }) => [key, label]))
  const runs: ItemRun[] = []
  for (const [at, item] of items.entries()) {
    const last = runs.at(-1)
    const isHeaded = items[at - 1]?.sectionKey !== item.sectionKey
    if (last !== undefined && !isHeaded && last.items.length < runItems) last.items.push(item)
    else runs.push({ label: labels.get(item.sectionKey) ?? null, isHeaded, items: [item] })
  }
  return (
    <div className="rounded-md border border-line bg-surface">
      <Windowed items={runs} weigh={weighRun} idsOf={anchorsOf} rowHeight={rowHeight}>
        {(near) =>
          near.map((run) => (
            <Fragment key={run.items[0]?.key}>
              {run.isHeaded && <RunHeading label={run.label} {...shared} />}
              <ul className={run.isHeaded ? undefined : 'border-t border-line'}>
                {run.items.map((item) => (
                  <DiffRow key={item.key} item={item} section={run.label} {...shared} />
                ))}
              </ul>
            </Fragment>
          ))
        }
      </Windowed>
    </div>
  )
}

function RunHeading({
  label,
  isSameInspection,
  names,
}: { label: string | null } & Pick<DiffRowProps, 'isSameInspection' | 'names'>) {
  const t = useTranslations('compare.row')
  return (
    <div className="grid gap-x-6 border-t border-line bg-raised py-1.5 pe-3 ps-4 first:rounded-t-md first:border-t-0 md:grid-cols-2 xl:grid-cols-3 print:grid-cols-3">
      <h3 className="text-sm font-medium wrap-anywhere md:max-xl:col-span-2 print:col-span-1">
        {label ?? t('noSection')}
      </h3>
      {/* Hidden from screen readers, because each answer names its side. */}
      {isSameInspection &&
        [names.left, names.right].map((name) => (
          <span key={name} aria-hidden className="text-xs font-semibold text-ink-muted max-md:hidden">
            {name}
          </span>
        ))}
    </div>
  )
}
