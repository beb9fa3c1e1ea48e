'use client'

import { useQuery } from '@tanstack/react-query'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp, Copy } from 'lucide-react'
import { useDeferredValue, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { reportQueries } from '@/lib/report/queries'

/** The document as the service has it. */
export function RawView({ auditId, modifiedAt }: { auditId: string; modifiedAt: string }) {
  const { data, error, isFetching, refetch } = useQuery(reportQueries.raw(auditId, modifiedAt))
  if (data !== undefined) return <RawLines document={data} />
  if (error !== null) {
    return (
      <ErrorNotice
        error={error}
        title="The document could not be loaded"
        kept="The report is still there."
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <div aria-busy aria-label="Loading the document" className="space-y-2 p-3">
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-3/5', 'w-1/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

const lineHeight = 20
const lineCharsMax = 2_000

function RawLines({ document }: { document: unknown }) {
  const toast = useToast()
  const text = useMemo(() => JSON.stringify(document, null, 2), [document])
  const lines = useMemo(() => text.split('\n'), [text])
  const [search, setSearch] = useState('')
  const sought = useDeferredValue(search.trim().toLowerCase())
  const hits = useMemo(
    () => (sought === '' ? [] : lines.flatMap((line, index) => (line.toLowerCase().includes(sought) ? [index] : []))),
    [lines, sought],
  )
  const [position, setPosition] = useState(0)
  const scrollRef = useRef<HTMLElement>(null)
  // oxlint-disable-next-line react/incompatible-library -- the React compiler is off
  const virtualizer = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scrollRef.current,
    estimateSize: () => lineHeight,
    overscan: 20,
  })
  const hitSet = useMemo(() => new Set(hits), [hits])
  const at = Math.min(position, Math.max(0, hits.length - 1))
  const jump = (step: 1 | -1) => {
    if (hits.length === 0) return
    const next = (at + step + hits.length) % hits.length
    setPosition(next)
    virtualizer.scrollToIndex(hits[next] ?? 0, { align: 'center' })
  }
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.show({ tone: 'good', title: `Copied ${lines.length.toLocaleString('en')} lines` })
    } catch {
      toast.show({ tone: 'attention', title: 'The browser does not allow copying here.' })
    }
  }
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <input
          type="search"
          value={search}
          onChange={(event) => {
            setSearch(event.target.value)
            setPosition(0)
            virtualizer.scrollToIndex(0)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter') jump(event.shiftKey ? -1 : 1)
          }}
          aria-label="Search the document"
          placeholder="Search the document"
          className={classNames(inputClass, 'max-w-72')}
        />
        <span className="min-w-20 text-sm text-ink-muted tabular-nums" aria-live="polite">
          {sought === ''
            ? `${lines.length.toLocaleString('en')} lines`
            : hits.length === 0
              ? 'Not found'
              : `${at + 1} of ${hits.length}`}
        </span>
        <IconButton
          size="sm"
          icon={ArrowUp}
          label="Previous hit"
          disabled={hits.length === 0}
          onClick={() => jump(-1)}
        />
        <IconButton size="sm" icon={ArrowDown} label="Next hit" disabled={hits.length === 0} onClick={() => jump(1)} />
        <Button size="sm" icon={Copy} onClick={() => void copy()} className="ml-auto">
          Copy
        </Button>
      </div>
      <section
        ref={scrollRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Document as JSON"
        className="h-[calc(100dvh-18rem)] min-h-80 overflow-auto rounded-md border border-line bg-surface font-mono text-xs leading-5"
      >
        {/* Drawn in the browser only, where styles set by script are allowed. */}
        <div className="relative w-max min-w-full" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              style={{ transform: `translateY(${start}px)` }}
              className={classNames(
                'absolute top-0 left-0 flex h-5 min-w-full pr-4',
                hitSet.has(index) && (hits[at] === index ? 'bg-attention-soft' : 'bg-raised'),
              )}
            >
              <span
                aria-hidden
                className="sticky left-0 mr-3 w-14 shrink-0 bg-inherit pr-2 text-right text-ink-muted select-none"
              >
                {index + 1}
              </span>
              <Line text={lines[index] ?? ''} />
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}

/** One line of indented JSON: name, then value. */
function Line({ text }: { text: string }) {
  const shown =
    text.length > lineCharsMax
      ? `${text.slice(0, lineCharsMax)}… (${text.length.toLocaleString('en')} characters)`
      : text
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(: ?)(.*)$/.exec(shown)
  if (match === null) return <span className="whitespace-pre">{shown}</span>
  return (
    <span className="whitespace-pre">
      {match[1]}
      <span className="text-accent-ink">{match[2]}</span>
      {match[3]}
      {match[4]}
    </span>
  )
}
