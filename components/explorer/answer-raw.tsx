'use client'

import { useMemo, useRef } from 'react'
import { useRowWindow } from '@/lib/browser/use-row-window'

const lineHeight = 20
const lineCharsMax = 5_000

/** The text of an answer by its lines, of which those in sight are drawn. */
export function AnswerRaw({ text }: { text: string }) {
  const lines = useMemo(() => text.split('\n'), [text])
  const scroller = useRef<HTMLElement>(null)
  const { inSight, extent } = useRowWindow(scroller, { total: lines.length, size: lineHeight })
  return (
    <section
      ref={scroller}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Answer as text"
      className="max-h-[65dvh] overflow-auto rounded border border-line bg-surface font-mono text-xs leading-5"
    >
      <div className="relative w-max min-w-full" style={{ height: extent }}>
        {inSight.map(({ position, start }) => (
          <div
            key={position}
            style={{ transform: `translateY(${start}px)` }}
            className="absolute top-0 left-0 flex h-5 min-w-full pr-4"
          >
            <span
              aria-hidden
              className="sticky left-0 mr-3 w-14 shrink-0 bg-surface pr-2 text-right text-ink-muted select-none"
            >
              {position + 1}
            </span>
            <span className="whitespace-pre">{cut(lines[position] ?? '')}</span>
          </div>
        ))}
      </div>
    </section>
  )
}

function cut(line: string): string {
  return line.length > lineCharsMax
    ? `${line.slice(0, lineCharsMax)}… (${line.length.toLocaleString('en')} characters)`
    : line
}
