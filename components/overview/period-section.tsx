'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { ErrorNotice } from '@/components/ui/error-notice'
import { useZone } from '@/lib/browser/preferences/zone'
import { siteHref, sitesPath, templateHref } from '@/lib/browser/routes'
import { periodParams } from '@/lib/overview/period-model'
import { overviewQueries } from '@/lib/overview/queries'
import type { OverviewPeriod, PeriodScope } from '@/lib/overview/schema'
import { type LinksOf, periodLinks, topLinks } from './links'
import { PeriodFigures } from './period-figures'
import { templateDetail, TopBars, type TopBar } from './top-bars'
import { TrendChart } from './trend-chart'
import { usePeriod } from './use-period'

const everything: PeriodScope = {}

/** The numbers of the chosen period: for all inspections, or for one template or site. */
export function PeriodSection({ scope = everything }: { scope?: PeriodScope }) {
  const t = useTranslations('overview')
  const [range] = usePeriod()
  const { preferredZone: zone } = useZone()
  const { data, error, isFetching, refetch } = useQuery(overviewQueries.period(range, zone, scope))
  if (error !== null)
    return (
      <ErrorNotice error={error} title={t('period.failed')} onRetry={() => void refetch()} isRetrying={isFetching} />
    )
  const linksOf: LinksOf = (of) => periodLinks(of, zone, scope)
  const bars = data === undefined ? undefined : listBars(data, zone, scope)
  return (
    <section aria-label={t('period.label')} className="flex flex-col gap-6">
      <PeriodFigures period={data} linksOf={linksOf} />
      <TrendChart period={data} linksOf={linksOf} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <TopBars id="top-questions" title={t('top.question.title')} bars={bars?.questions} />
        {scope.site === undefined && (
          <TopBars
            id="top-sites"
            title={t('top.site.title')}
            bars={bars?.sites}
            all={{ href: sitesPath, text: t('top.site.all') }}
          />
        )}
        {scope.template === undefined && (
          <TopBars
            id="top-templates"
            title={t('top.template.title')}
            bars={bars?.templates}
            all={{ href: '/templates', text: t('top.template.all') }}
          />
        )}
      </div>
    </section>
  )
}

function listBars(
  { range, sites, templates, questions }: OverviewPeriod,
  zone: string,
  scope: PeriodScope,
): Record<'sites' | 'templates' | 'questions', TopBar[]> {
  const period = periodParams(range, zone, scope)
  return {
    sites: sites.map(({ value, ...row }) => ({
      ...row,
      key: value,
      href: siteHref(value),
      links: topLinks(period, { site: [value] }),
    })),
    templates: templates.map(({ value, ...row }) => ({
      ...row,
      key: value,
      href: templateHref(value),
      links: topLinks(period, { template: [value] }),
    })),
    questions: questions.map(({ value, templateId, label, templateName, ...row }) => {
      const template = templateId === null ? { 'template!': ['*'] } : { template: [templateId] }
      const links = topLinks(period, template, { failedQuestion: [value] })
      return {
        ...row,
        key: JSON.stringify([templateId, value]),
        name: label ?? value,
        detail: scope.template === undefined ? templateDetail(templateId, templateName) : undefined,
        href: links.failed,
        links,
      }
    }),
  }
}
