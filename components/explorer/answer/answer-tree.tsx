'use client'

import { ChevronDown, ChevronRight } from 'lucide-react'
import { useLocale, useTranslations } from 'next-intl'
import { useMemo, useRef, useState } from 'react'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import { listLines, openAtFirst, previewOf, type TreeLine } from './tree-lines'

const lineHeight = 24

/** A response as a tree whose branches open on demand. */
export function AnswerTree({ value }: { value: unknown }) {
  const t = useTranslations('explorer.response')
  const [open, setOpen] = useState(() => openAtFirst(value))
  const lines = useMemo(() => listLines(value, open), [value, open])
  const scroller = useRef<HTMLElement>(null)
  const { inSight, extent } = useRowWindow(scroller, { total: lines.length, size: lineHeight })
  const toggle = (path: string) => {
    const next = new Set(open)
    if (!next.delete(path)) next.add(path)
    setOpen(next)
  }
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
      tabIndex={0}
      aria-label={t('asTree')}
      className="max-h-[65dvh] overflow-auto rounded border border-line bg-surface font-mono text-xs leading-6"
    >
      {/* Rendered only in the browser, where the policy allows styles set by script. */}
      <div className="relative w-max min-w-full" style={{ height: extent }}>
        {inSight.map(({ position, start }) => {
          const line = lines[position]
          return (
            line !== undefined && (
              <div
                key={line.path}
                className="absolute top-0 start-0 h-6 min-w-full pe-4 whitespace-pre"
                style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + line.depth * 16 }}
              >
                <Line line={line} onToggle={toggle} />
              </div>
            )
          )
        })}
      </div>
    </section>
  )
}

function Line({ line: { path, name, value, isOpen }, onToggle }: { line: TreeLine; onToggle: (path: string) => void }) {
  const t = useTranslations('explorer.response')
  const language = useLocale()
  const label = name ?? t('root')
  const preview = isOpen === true ? '' : previewOf(value, language)
  if (isOpen === null)
    return (
      <span className="ps-5">
        <span className="text-accent-ink">{label}</span> {preview}
      </span>
    )
  const Icon = isOpen ? ChevronDown : ChevronRight
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={() => onToggle(path)}
      className="inline-flex h-6 items-center gap-1 text-start hover:bg-raised"
    >
      <Icon aria-hidden size={14} strokeWidth={2} className="shrink-0 text-ink-muted" />
      <span>
        <span className="text-accent-ink">{label}</span> <span className="text-ink-muted">{preview}</span>
      </span>
    </button>
  )
}
