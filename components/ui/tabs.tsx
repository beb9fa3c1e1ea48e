'use client'

import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { classNames } from '@/lib/browser/class-names'

/** Tabs by value. Controlled with `value` and `onValueChange`, so that the open tab can live in the URL. */
export function Tabs({
  value,
  onValueChange,
  className,
  children,
}: {
  value: string
  onValueChange: (value: string) => void
  className?: string
  children: ReactNode
}) {
  return (
    <Base.Root value={value} onValueChange={(next) => onValueChange(String(next))} className={className}>
      {children}
    </Base.Root>
  )
}

export function TabList({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    <Base.List aria-label={label} className={classNames('flex gap-1 overflow-x-auto border-b border-line', className)}>
      {children}
    </Base.List>
  )
}

/** One tab. `count` is shown after its name. */
export function Tab({ value, count, children }: { value: string; count?: number; children: ReactNode }) {
  return (
    <Base.Tab
      value={value}
      className="-mb-px inline-flex h-9 shrink-0 items-center gap-1.5 border-b-2 border-transparent px-2 text-sm font-medium text-ink-muted outline-offset-[-2px] hover:text-ink data-active:border-accent data-active:text-ink"
    >
      {children}
      {count !== undefined && <span className="text-xs text-ink-muted tabular-nums">{count}</span>}
    </Base.Tab>
  )
}

export function TabPanel({ value, className, children }: { value: string; className?: string; children: ReactNode }) {
  return (
    <Base.Panel value={value} className={className}>
      {children}
    </Base.Panel>
  )
}
