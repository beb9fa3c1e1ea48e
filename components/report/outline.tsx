'use client'

import { CircleX, ListTree } from 'lucide-react'
import { useFormatter, useLocale, useTranslations } from 'next-intl'
import { useEffect, useMemo, useState } from 'react'
import { Score } from '@/components/templates/score'
import { Select } from '@/components/ui/inputs/select'
import { Windowed } from '@/components/ui/windowed'
import { classNames } from '@/lib/browser/class-names'
import type { ReportSection } from '@/lib/report/schema'
import { cutText, lostPoints, sectionAnchor, sortSections } from '@/lib/report/view'
import { useReport } from './context'
import { revealSection } from './find/reveal'
import { describeScore } from './report-header'

export type OutlineOrder = 'filled' | 'points-lost'

interface OutlineProps {
  sections: readonly ReportSection[]
  order: OutlineOrder
  onOrderChange: (order: OutlineOrder) => void
  /** Keys of the sections that this view shows. */
  present: ReadonlySet<string>
}

/** The sections with scores and failures: beside the answers on a wide screen, collapsible above them on a narrow one. */
export function Outline(props: OutlineProps) {
  const t = useTranslations('report.outline')
  const active = useSectionOnScreen(props.present)
  if (props.sections.length < 2) return null
  return (
    <>
      <details className="rounded-md border border-line bg-surface lg:hidden print:hidden">
        <summary className="flex min-h-11 items-center gap-2 px-3 text-sm font-medium">
          <ListTree aria-hidden size={16} strokeWidth={1.75} />
          {t('label')}
          <span className="text-xs text-ink-muted tabular-nums">{props.sections.length}</span>
        </summary>
        <div className="border-t border-line p-2">
          <SectionList {...props} active={active} />
        </div>
      </details>
      <div className="sticky top-16 max-h-[calc(100dvh-5rem)] overflow-y-auto max-lg:hidden print:hidden">
        <SectionList {...props} active={active} />
      </div>
    </>
  )
}

const orders = ['filled', 'points-lost'] as const

function SectionList({ sections, order, onOrderChange, present, active }: OutlineProps & { active: string | null }) {
  const t = useTranslations('report.outline')
  const sorted = useMemo(() => sortSections(sections, order), [sections, order])
  return (
    <nav aria-label={t('label')}>
      <Select
        label={t('order')}
        value={order}
        onChange={onOrderChange}
        options={orders.map((value) => ({ value, label: t(value) }))}
        className="mb-1"
      />
      <Windowed items={sorted} rowHeight={33}>
        {(near) => (
          <ol className="space-y-px">
            {near.map((section) => (
              <li key={section.key}>
                <SectionLink
                  section={section}
                  isNested={order === 'filled' && section.level > 0}
                  isActive={active === section.key}
                  isPresent={present.has(section.key)}
                />
              </li>
            ))}
          </ol>
        )}
      </Windowed>
    </nav>
  )
}

interface SectionLinkProps {
  section: ReportSection
  isNested: boolean
  isActive: boolean
  isPresent: boolean
}

function SectionLink({ section, isNested, isActive, isPresent }: SectionLinkProps) {
  const t = useTranslations('report.outline')
  const headerText = useTranslations('report.header')
  const format = useFormatter()
  const language = useLocale()
  const { failedCount, score } = section
  const { scored } = useReport()
  const lost = lostPoints(section)
  const facts = [
    describeScore(headerText, score, language),
    lost > 0 ? t('lost', { points: lost }) : null,
    failedCount > 0 ? t('failed', { count: failedCount }) : null,
  ].filter((fact) => fact !== null)
  return (
    <a
      href={isPresent ? `#${sectionAnchor(section.key)}` : undefined}
      // In a long report the section may not be rendered yet, so the browser alone would not find it.
      onClick={() => requestAnimationFrame(() => revealSection(sectionAnchor(section.key)))}
      aria-disabled={!isPresent || undefined}
      aria-current={isActive ? 'location' : undefined}
      title={cutText(section.label ?? '', 200) || undefined}
      className={classNames(
        'flex min-h-8 items-center gap-2 rounded border-s-2 py-1 pe-2 text-sm',
        isNested ? 'ps-5' : 'ps-2',
        isActive ? 'border-accent bg-raised font-medium' : 'border-transparent',
        isPresent ? 'hover:bg-raised' : 'text-ink-muted',
      )}
    >
      <span className="min-w-0 flex-1 truncate">{cutText(section.label ?? t('answers'), 200)}</span>
      {failedCount > 0 && (
        <span aria-hidden className="inline-flex items-center gap-0.5 text-xs font-medium text-bad tabular-nums">
          <CircleX size={12} strokeWidth={2} />
          {format.number(failedCount)}
        </span>
      )}
      {lost > 0 && (
        <span aria-hidden className="min-w-8 text-end text-xs text-attention tabular-nums" title={t('pointsLost')}>
          {format.number(-lost)}
        </span>
      )}
      {typeof score?.percentage === 'number' && score.max !== 0 && (
        <span aria-hidden className="flex w-13 justify-end text-xs text-ink-muted">
          <Score look="text" percentage={score.percentage} {...scored} />
        </span>
      )}
      {facts.length > 0 && <span className="sr-only">({format.list(facts, { type: 'unit' })})</span>}
    </a>
  )
}

/** The section that the person is reading. */
function useSectionOnScreen(present: ReadonlySet<string>): string | null {
  const [active, setActive] = useState<string | null>(null)
  useEffect(() => {
    const keyOf = new Map([...present].map((key) => [sectionAnchor(key), key]))
    let frame: number | null = null
    const read = () => {
      frame = null
      // People read about a third down the screen. Between two sections, the last one stays marked.
      const line = window.innerHeight / 3
      for (const element of document.querySelectorAll(sectionsDrawn)) {
        const { top, bottom } = element.getBoundingClientRect()
        const key = keyOf.get(element.id)
        if (top <= line && bottom > line && key !== undefined) return setActive(key)
      }
    }
    const follow = () => {
      frame ??= requestAnimationFrame(read)
    }
    follow()
    window.addEventListener('scroll', follow, { passive: true, capture: true })
    window.addEventListener('resize', follow)
    return () => {
      if (frame !== null) cancelAnimationFrame(frame)
      window.removeEventListener('scroll', follow, { capture: true })
      window.removeEventListener('resize', follow)
    }
  }, [present])
  return active
}

const sectionsDrawn = '[id^="section="]'
