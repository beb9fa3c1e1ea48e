'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Copy } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useMemo, useRef } from 'react'
import { Button, IconButton } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/error-notice'
import { inputClass } from '@/components/ui/inputs/field'
import { Skeleton } from '@/components/ui/skeleton'
import { useToast } from '@/components/ui/toast'
import { classNames } from '@/lib/browser/class-names'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import { reportQueries } from '@/lib/report/queries'
import { RawLine } from './raw-line'
import { printJson } from './raw-text'
import { type LineFind, useFindLines } from './find/use-find-lines'

/** The inspection document as SafetyCulture stores it. */
export function RawView({ auditId, modifiedAt }: { auditId: string; modifiedAt: string }) {
  const t = useTranslations('report.raw')
  const { data, error, isFetching, refetch } = useQuery(reportQueries.raw(auditId, modifiedAt))
  if (data !== undefined) return <RawLines document={data} />
  if (error !== null) {
    return (
      <ErrorNotice
        error={error}
        title={t('failed')}
        kept={t('failedKept')}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    )
  }
  return (
    <div aria-busy aria-label={t('loading')} className="space-y-2 p-3">
      {['w-1/3', 'w-1/2', 'w-2/5', 'w-3/5', 'w-1/4'].map((width) => (
        <Skeleton key={width} className={`h-4 ${width}`} />
      ))}
    </div>
  )
}

const lineHeight = 20

function RawLines({ document }: { document: unknown }) {
  const t = useTranslations('report.raw')
  const text = useMemo(() => printJson(document), [document])
  const lines = useMemo(() => text.split('\n'), [text])
  const scrollRef = useRef<HTMLElement>(null)
  const { inSight, extent, scrollToCenter } = useRowWindow(scrollRef, { total: lines.length, size: lineHeight })
  const find = useFindLines(lines, scrollToCenter)
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        <FindLines find={find} lineCount={lines.length} />
        <CopyButton text={text} lineCount={lines.length} />
      </div>
      <section
        ref={scrollRef}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
        tabIndex={0}
        aria-label={t('label')}
        className="h-[calc(100dvh-18rem)] min-h-80 overflow-auto rounded-md border border-line bg-surface font-mono text-xs leading-5"
      >
        {/* Rendered only in the browser, where the policy allows styles set by script. */}
        <div className="relative w-max min-w-full" style={{ height: extent }}>
          {inSight.map(({ position, start }) => (
            <div
              key={position}
              style={{ transform: `translateY(${start}px)` }}
              className={classNames(
                'absolute top-0 start-0 flex h-5 min-w-full pe-4',
                find.isHit(position) && (find.currentLine === position ? 'bg-attention-soft' : 'bg-raised'),
              )}
            >
              <span
                aria-hidden
                className="sticky start-0 me-3 w-14 shrink-0 bg-inherit pe-2 text-end text-ink-muted select-none"
              >
                {position + 1}
              </span>
              <RawLine text={lines[position] ?? ''} sought={find.isHit(position) ? find.sought : ''} />
            </div>
          ))}
        </div>
      </section>
    </div>
  )
}

function FindLines({ find, lineCount }: { find: LineFind; lineCount: number }) {
  const t = useTranslations('report')
  const { words, setWords, sought, hitCount, at, jump } = find
  return (
    <>
      <input
        type="search"
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          jump(event.shiftKey ? -1 : 1)
        }}
        aria-label={t('raw.search')}
        placeholder={t('raw.search')}
        className={classNames(inputClass, 'max-w-72')}
      />
      <span className="min-w-20 text-sm text-ink-muted tabular-nums" aria-live="polite">
        {sought === ''
          ? t('raw.lines', { count: lineCount })
          : hitCount === 0
            ? t('find.notFound')
            : t('find.position', { position: at + 1, count: hitCount })}
      </span>
      <IconButton
        size="sm"
        icon={ArrowUp}
        label={t('find.previous')}
        disabled={hitCount === 0}
        onClick={() => jump(-1)}
      />
      <IconButton size="sm" icon={ArrowDown} label={t('find.next')} disabled={hitCount === 0} onClick={() => jump(1)} />
    </>
  )
}

function CopyButton({ text, lineCount }: { text: string; lineCount: number }) {
  const t = useTranslations('report')
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast.show({ tone: 'good', title: t('raw.copied', { count: lineCount }) })
    } catch {
      toast.show({ tone: 'attention', title: t('link.rawRefused') })
    }
  }
  return (
    <Button size="sm" icon={Copy} onClick={() => void copy()} className="ms-auto">
      {t('raw.actions.copy')}
    </Button>
  )
}
