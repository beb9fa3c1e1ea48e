'use client'

import type { Route } from 'next'
import Link from 'next/link'
import { useFormatter } from 'next-intl'
import { useCallback, useState } from 'react'

const chart = { height: 200, left: 40, right: 8, top: 8, bottom: 24 } as const
const plotHeight = chart.height - chart.top - chart.bottom
/** Used until the width is measured. */
const firstWidthPx = 720
/** The space for the name of a day or month, with a margin. */
const labelPx = 96

/** The width of an element, so that text that is drawn in it has the same size as other text. */
function useWidth(): [(element: Element | null) => (() => void) | undefined, number] {
  const [width, setWidth] = useState(firstWidthPx)
  const observe = useCallback((element: Element | null) => {
    if (element === null) return undefined
    const observer = new ResizeObserver(() => setWidth(Math.max(1, element.clientWidth)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [observe, width]
}

/** A round number at least as large, and the steps to it: 37 -> 40 in steps of 10. */
export function scaleTo(largest: number): { top: number; ticks: number[] } {
  const rough = Math.max(1, largest) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((factor) => factor * power).find((each) => each >= rough) ?? rough)
  const top = Math.ceil(Math.max(1, largest) / step) * step
  return { top, ticks: Array.from({ length: Math.round(top / step) + 1 }, (_, at) => at * step) }
}

export interface TrendBar {
  key: string
  name: string
  href: Route
  /** Null if there is no value, and so no bar. */
  value: number | null
  /** A part of the value, drawn at its foot. */
  part?: number
}

/** Bars over time. Each opens its inspections; the table beside it has the same links for the keyboard. */
export function TrendBars({
  bars,
  onPoint,
  writeTick,
}: {
  bars: readonly TrendBar[]
  /** The key of the bar under the pointer. */
  onPoint: (key: string | null) => void
  writeTick?: (value: number) => string
}) {
  const format = useFormatter()
  const write = writeTick ?? ((value: number) => format.number(value))
  const { top, ticks } = scaleTo(Math.max(0, ...bars.map(({ value }) => value ?? 0)))
  const [observe, chartWidth] = useWidth()
  const plotWidth = Math.max(1, chartWidth - chart.left - chart.right)
  const slot = plotWidth / Math.max(1, bars.length)
  const width = Math.min(40, slot * 0.7)
  // There is no room to the right of the last bar, so its name moves towards the previous name.
  const moved = Math.max(0, labelPx / 2 - slot / 2 - chart.right)
  const every = Math.ceil((labelPx + moved) / slot)
  const yOf = (count: number) => chart.top + plotHeight * (1 - count / top)
  return (
    <svg
      ref={observe}
      aria-hidden
      height={chart.height}
      className="mt-4 w-full text-ink-muted"
      onPointerLeave={() => onPoint(null)}
    >
      {ticks.map((tick) => (
        <g key={tick}>
          <line
            x1={chart.left}
            x2={chartWidth - chart.right}
            y1={yOf(tick)}
            y2={yOf(tick)}
            className={tick === 0 ? 'stroke-line-strong' : 'stroke-line'}
          />
          <text x={chart.left - 6} y={yOf(tick) + 4} textAnchor="end" fontSize="12" className="fill-ink-muted">
            {write(tick)}
          </text>
        </g>
      ))}
      {bars.map(({ key, name, href, value, part }, index) => {
        const x = chart.left + index * slot
        const isLabelled = (bars.length - 1 - index) % every === 0
        return (
          <Link
            key={key}
            href={href}
            prefetch={false}
            tabIndex={-1}
            onPointerEnter={() => onPoint(key)}
            className="group"
          >
            <rect
              x={x}
              y={chart.top}
              width={slot}
              height={plotHeight}
              className="fill-transparent group-hover:fill-raised"
            />
            <rect
              x={x + (slot - width) / 2}
              y={yOf(value ?? 0)}
              width={width}
              height={plotHeight + chart.top - yOf(value ?? 0)}
              className="fill-accent"
            />
            {part !== undefined && (
              <rect
                x={x + (slot - width) / 2}
                y={yOf(part)}
                width={width}
                height={plotHeight + chart.top - yOf(part)}
                className="fill-bad"
              />
            )}
            {isLabelled && (
              <text
                x={Math.min(x + slot / 2, chartWidth - labelPx / 2)}
                y={chart.height - 6}
                textAnchor="middle"
                fontSize="12"
                className="fill-ink-muted"
              >
                {name}
              </text>
            )}
          </Link>
        )
      })}
    </svg>
  )
}
