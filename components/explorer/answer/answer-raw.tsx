'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useRef } from 'react'
import { useRowWindow } from '@/lib/browser/lists/use-row-window'
import type { Translator } from '@/lib/messages/translator'

const lineHeight = 20
const lineCharsMax = 5_000

/** The text of a response by lines. Only visible lines are rendered. */
export function AnswerRaw({ text }: { text: string }) {
  const t = useTranslations('explorer.response')
  const lines = useMemo(() => text.split('\n'), [text])
  const scroller = useRef<HTMLElement>(null)
  const { inSight, extent } = useRowWindow(scroller, { total: lines.length, size: lineHeight })
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- scroll containers must be reachable by keyboard
      tabIndex={0}
      aria-label={t('asText')}
      className="max-h-[65dvh] overflow-auto rounded border border-line bg-surface font-mono text-xs leading-5"
    >
      <div className="relative w-max min-w-full" style={{ height: extent }}>
        {inSight.map(({ position, start }) => (
          <div
            key={position}
            style={{ transform: `translateY(${start}px)` }}
            className="absolute top-0 start-0 flex h-5 min-w-full pe-4"
          >
            <span
              aria-hidden
              className="sticky start-0 me-3 w-14 shrink-0 bg-surface pe-2 text-end text-ink-muted select-none"
            >
              {position + 1}
            </span>
            <span className="whitespace-pre">{cut(t, lines[position] ?? '')}</span>
          </div>
        ))}
      </div>
    </section>
  )
}

function cut(t: Translator<'explorer.response'>, line: string): string {
  return line.length > lineCharsMax ? t('cut', { text: line.slice(0, lineCharsMax), count: line.length }) : line
}
