'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Copy } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass } from '@/components/ui/field'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { useRowWindow } from '@/lib/browser/use-row-window'
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
  // Folded once: a document of 5 MB has some 200,000 lines, and each key pressed reads all of them.
  const foldedLines = useMemo(() => lines.map((line) => line.toLowerCase()), [lines])
  const hits = useMemo(
    () => (sought === '' ? [] : foldedLines.flatMap((line, index) => (line.includes(sought) ? [index] : []))),
    [foldedLines, sought],
  )
  const [position, setPosition] = useState(0)
  const scrollRef = useRef<HTMLElement>(null)
  const { inSight, extent, scrollToCentre } = useRowWindow(scrollRef, { total: lines.length, size: lineHeight })
  const hitSet = useMemo(() => new Set(hits), [hits])
  const at = Math.min(position, Math.max(0, hits.length - 1))
  const [firstHit] = hits
  useEffect(() => {
    if (firstHit !== undefined) scrollToCentre(firstHit)
  }, [scrollToCentre, firstHit])
  const jump = (step: 1 | -1) => {
    if (hits.length === 0) return
    const next = (at + step + hits.length) % hits.length
    setPosition(next)
    scrollToCentre(hits[next] ?? 0)
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
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
            event.preventDefault()
            jump(event.shiftKey ? -1 : 1)
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
              : `${(at + 1).toLocaleString('en')} of ${hits.length.toLocaleString('en')}`}
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
        <div className="relative w-max min-w-full" style={{ height: extent }}>
          {inSight.map(({ position: index, start }) => (
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
              <Line text={lines[index] ?? ''} sought={hitSet.has(index) ? sought : ''} />
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}

/** One line of indented JSON: name, then value, with what is sought marked. */
function Line({ text, sought }: { text: string; sought: string }) {
  const shown =
    text.length > lineCharsMax
      ? `${text.slice(0, lineCharsMax)}… (${text.length.toLocaleString('en')} characters)`
      : text
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(: ?)(.*)$/.exec(shown)
  if (match === null || sought !== '') {
    return (
      <span className="whitespace-pre">
        <Marked text={shown} sought={sought} />
      </span>
    )
  }
  return (
    <span className="whitespace-pre">
      {match[1]}
      <span className="text-accent-ink">{match[2]}</span>
      {match[3]}
      {match[4]}
    </span>
  )
}

function Marked({ text, sought }: { text: string; sought: string }) {
  const folded = text.toLowerCase()
  // Some letters change their length in lower case; the places are then not known.
  const at = sought === '' || folded.length !== text.length ? -1 : folded.indexOf(sought)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-[#ffe08a] text-[#16201f]">{text.slice(at, at + sought.length)}</mark>
      {text.slice(at + sought.length)}
    </>
  )
}
