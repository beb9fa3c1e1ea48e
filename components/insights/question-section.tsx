'use client'

import type { Route } from 'next'
import { useQuery } from '@tanstack/react-query'
import { useLocale, useTranslations } from 'next-intl'
import { Select } from '@/components/ui/inputs/select'
import { formatPercentage } from '@/components/ui/score'
import { useState } from 'react'
import { assetPageHref, siteHref, templateHref } from '@/lib/browser/routes'
import { answeredOf, inRange, questionOf, repeatOf, withValue } from '@/lib/insights/model'
import { insightQueries } from '@/lib/insights/queries'
import type { RepeatPlace } from '@/lib/insights/schema'
import { repeatsMin } from '@/lib/insights/values-model'
import type { NamedAsset } from '@/lib/report/names-schema'
import { InsightSection } from './insight-section'
import { countCell } from './links'
import type { SheetCell } from './sheet'
import type { InsightState } from './use-insight-state'

/** The failure rate. Null if it is unknown: the question was not answered, or one of the numbers is not known yet. */
const rateOf = (failed: number | null, answered: number | null) =>
  failed === null || answered === null || answered === 0 ? null : (failed / answered) * 100

/** A question, with a link to its template below it. */
function questionCell(
  name: string,
  { templateId, templateName }: { templateId: string | null; templateName: string | null },
): SheetCell {
  return {
    text: name,
    value: name,
    ...(templateName !== null && { detail: templateName }),
    ...(templateId !== null && { detailHref: templateHref(templateId) }),
  }
}

/** Questions by failures, with their failure rate and its change. */
export function QuestionSection({ state }: { state: InsightState }) {
  const t = useTranslations('insights.questions')
  const language = useLocale()
  const query = useQuery(insightQueries.questions(state.asked))
  const { data } = query
  const write = (rate: number | null) => (rate === null ? '–' : formatPercentage(rate, language))
  const hasBefore = data?.before != null
  const rows = data?.questions.map((question) => {
    const { value, label, templateId, templateName, failed, answered, failedBefore, answeredBefore } = question
    const list = withValue(state.asked.params, 'template', templateId)
    const name = label ?? value
    const rate = rateOf(failed, answered)
    const before = rateOf(failedBefore, answeredBefore)
    const cells: SheetCell[] = [
      countCell(failed, questionOf(list, value), { label: t('failedIn', { count: failed, question: name }) }),
      answered === null
        ? { text: '–', value: null, label: t('answeredUnknown', { question: name }) }
        : countCell(answered, answeredOf(list, value), { label: t('answeredIn', { count: answered, question: name }) }),
      { text: write(rate), value: rate },
    ]
    if (data.before !== null)
      cells.push({
        ...countCell(failedBefore ?? 0, questionOf(inRange(list, data.before), value)),
        text: `${before === null || rate === null ? '' : rate > before ? '↑ ' : rate < before ? '↓ ' : '= '}${write(before)}`,
        value: before,
        label: t('before', { rate: write(before), question: name }),
      })
    return {
      key: JSON.stringify([templateId, value]),
      head: questionCell(name, { templateId, templateName }),
      cells,
    }
  })
  return (
    <InsightSection
      title={t('title')}
      about={data === undefined ? t('about') : t('shown', { shown: data.questions.length, count: data.distinct })}
      query={query}
      emptyText={t('empty')}
      sheet={
        rows && {
          columns: [
            t('columns.question'),
            t('columns.failed'),
            t('columns.answered'),
            t('columns.rate'),
            ...(hasBefore ? [t('columns.before')] : []),
          ],
          rows,
        }
      }
    />
  )
}

const choices = ['2', '3', '5', '10'] as const

/** An asset without an id of the service has no page, so it is shown only as text. */
function placeLink(site: string | null, asset: NamedAsset | null): { href?: Route } {
  if (site !== null) return { href: siteHref(site) }
  return asset === null || asset.ref === asset.label ? {} : { href: assetPageHref(asset.ref) }
}

/** Questions that failed again and again at one site or asset. */
export function RepeatSection({ state }: { state: InsightState }) {
  const t = useTranslations('insights.repeats')
  const [times, setTimes] = useState<string>(String(repeatsMin))
  const [at, setAt] = useState<RepeatPlace>('site')
  const query = useQuery(insightQueries.repeats(state.asked, { at, times: Number(times) }))
  const { data } = query
  const rows = data?.repeats.map((row) => {
    const { value, label, templateId, templateName, site, asset, failed, completed } = row
    const list = repeatOf(state.asked.params, row)
    const name = label ?? value
    const place = asset?.label ?? site ?? ''
    return {
      key: JSON.stringify([templateId, asset?.ref ?? site, value]),
      head: questionCell(name, { templateId, templateName }),
      cells: [
        { text: place, value: place, ...placeLink(site, asset) },
        countCell(failed, questionOf(list, value), {
          label: t('failedAt', { at, count: failed, question: name, place }),
        }),
        countCell(completed, list, { label: t('completedAt', { at, count: completed, place }) }),
      ],
    }
  })
  return (
    <InsightSection
      title={t('title')}
      about={
        data === undefined ? t('about', { at }) : t('shown', { at, shown: data.repeats.length, count: data.distinct })
      }
      query={query}
      emptyText={t('empty', { at, times: Number(times) })}
      tools={
        <>
          <Select
            label={t('by')}
            value={at}
            options={[
              { value: 'site', label: t('bySite') },
              { value: 'asset', label: t('byAsset') },
            ]}
            onChange={setAt}
            className="w-32!"
          />
          <Select
            label={t('times')}
            value={times}
            options={choices.map((value) => ({ value, label: t('atLeast', { count: Number(value) }) }))}
            onChange={setTimes}
            className="w-36!"
          />
        </>
      }
      sheet={
        rows && {
          columns: [t('columns.question'), t(`columns.${at}`), t('columns.failed'), t('columns.completed')],
          rows,
        }
      }
    />
  )
}
