'use client'

import { useQuery } from '@tanstack/react-query'
import { CalendarDays, ChartNoAxesCombined, ClipboardList, Printer } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { ConnectedAccountInfo } from '@/components/connected-account/connected-account'
import { Chips } from '@/components/filters/chips'
import { useFacetNames } from '@/components/filters/facet-names'
import { FilterPanels, useFilterKeys, useFilterPanel } from '@/components/filters/filter-bar'
import { RefusedFilter } from '@/components/filters/late-empty'
import { readRefusals } from '@/components/filters/filter-errors'
import { SearchBox } from '@/components/filters/search-box'
import { writeListHref } from '@/components/review/session/queue-address'
import { ViewsBar } from '@/components/saved-views/views-bar'
import { Button, ButtonLink, IconButton } from '@/components/ui/button'
import { describeRange, RangePicker } from '@/components/ui/dates/range-picker'
import { Select } from '@/components/ui/inputs/select'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListHead } from '@/components/ui/lists/list-page'
import { Popover } from '@/components/ui/popover'
import { useTimeStyle } from '@/lib/browser/preferences/preferences-context'
import { inspectionQueries } from '@/lib/inspections/queries'
import { insightQueries } from '@/lib/insights/queries'
import { comparisons } from '@/lib/insights/values-model'
import { QuestionSection, RepeatSection } from './question-section'
import { ReviewSection } from './review-section'
import { AuthorSection, SiteSection } from './site-section'
import { TrendSection } from './trend-section'
import { type InsightState, useInsightState } from './use-insight-state'

/** What fails, where and since when. Every number opens the inspections that it counts. */
export function InsightsPage() {
  const t = useTranslations('insights')
  const state = useInsightState()
  const { list } = state
  const counts = useQuery(inspectionQueries.counts(list.counted))
  const trend = useQuery(insightQueries.trend(state.asked, state.unit === 'auto' ? null : state.unit))
  const nameOf = useFacetNames(list.params, counts.data?.facets ?? null)
  const errors = readRefusals(trend.error)
  const { panel, setPanel, open } = useFilterPanel()
  useFilterKeys(list, open)
  const editor = { state: list, nameOf, errors, resolved: counts.data?.resolved }
  return (
    <div className="flex flex-col">
      <ListHead
        title={t('title')}
        views={<ViewsBar />}
        about={<ConnectedAccountInfo of="inspections" />}
        actions={
          <>
            <PeriodButton state={state} />
            <Select
              label={t('compare.label')}
              value={state.asked.compare}
              options={comparisons.map((value) => ({ value, label: t(`compare.${value}`) }))}
              onChange={state.setCompare}
              className="w-44! print:hidden"
            />
            <IconButton
              label={t('print')}
              icon={Printer}
              className="max-sm:hidden print:hidden"
              onClick={() => window.print()}
            />
          </>
        }
        tools={
          <>
            <div className="flex items-center gap-1.5 print:hidden">
              <SearchBox state={list} error={errors['q']} />
              <FilterPanels {...editor} panel={panel} setPanel={setPanel} />
            </div>
            <Chips state={list} nameOf={nameOf} errors={errors} onOpen={open} />
          </>
        }
      />
      {Object.keys(errors).length > 0 ? (
        <RefusedFilter state={list} nameOf={nameOf} errors={errors} />
      ) : trend.data?.now.completed === 0 && !trend.isPlaceholderData ? (
        <Nothing state={state} />
      ) : (
        <div className="grid grid-cols-1 gap-4 p-4 sm:p-6 xl:grid-cols-2 print:grid-cols-2 print:gap-2 print:p-0">
          <div className="min-w-0 xl:col-span-2 print:col-span-2">
            <TrendSection state={state} />
          </div>
          <div className="min-w-0 xl:col-span-2 print:col-span-2">
            <SiteSection state={state} />
          </div>
          <QuestionSection state={state} />
          <RepeatSection state={state} />
          <AuthorSection state={state} />
          <ReviewSection state={state} />
        </div>
      )}
    </div>
  )
}

function PeriodButton({ state: { range, zone, setRange } }: { state: InsightState }) {
  const t = useTranslations('insights.period')
  const tRange = useTranslations('shell.range')
  const style = useTimeStyle()
  const [isOpen, setOpen] = useState(false)
  const text = describeRange(tRange, range, style)
  return (
    <Popover
      label={t('choose')}
      open={isOpen}
      onOpenChange={setOpen}
      align="end"
      className="w-[44rem]"
      trigger={
        <Button icon={CalendarDays} aria-label={t('chosen', { range: text })}>
          {text}
        </Button>
      }
    >
      <RangePicker
        value={range}
        zone={zone}
        onChange={(next) => {
          setRange(next)
          if (next !== null) setOpen(false)
        }}
      />
    </Popover>
  )
}

/** No inspection was completed in the period. */
function Nothing({ state }: { state: InsightState }) {
  const t = useTranslations('insights.none')
  return (
    <EmptyState
      icon={ChartNoAxesCombined}
      title={t('title')}
      action={
        <>
          <Button variant="primary" onClick={() => state.setRange('now-1y/d..now')}>
            {t('actions.longer')}
          </Button>
          {state.list.isFiltered ? (
            <Button onClick={state.list.clear}>{t('actions.clear')}</Button>
          ) : (
            <ButtonLink href={writeListHref({})} icon={ClipboardList}>
              {t('actions.list')}
            </ButtonLink>
          )}
        </>
      }
    >
      {t('text')}
    </EmptyState>
  )
}
