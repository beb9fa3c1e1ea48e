'use client'

import { useQuery } from '@tanstack/react-query'
import { ClipboardList, Images } from 'lucide-react'
import type { Route } from 'next'
import { useTranslations } from 'next-intl'
import { Fragment } from 'react'
import { writeListHref, writeMediaHref } from '@/components/review/session/queue-address'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { NameLink } from '@/components/ui/lists/name-link'
import { PageHeader } from '@/components/ui/page-header'
import { useCrumb } from '@/lib/browser/crumb'
import { useMay } from '@/lib/browser/sign-in/actor'
import { inspectionQueries } from '@/lib/inspections/queries'
import { scopeParams } from '@/lib/overview/period-model'
import type { PeriodScope } from '@/lib/overview/schema'
import { LatestInspections, type LatestQuery } from './latest-inspections'
import { PeriodSection } from './period-section'
import { PeriodButton } from './use-period'

const latestMax = 10

/** The page of one template. */
export function TemplateOverview({ templateId }: { templateId: string }) {
  const query = useQuery(inspectionQueries.first({ template: [templateId] }, latestMax))
  const name = query.data?.rows.find(({ templateName }) => templateName !== null)?.templateName
  return <ScopePage kind="template" scope={{ template: templateId }} name={name ?? templateId} query={query} />
}

/** The page of one site. */
export function SiteOverview({ site }: { site: string }) {
  const query = useQuery(inspectionQueries.first({ site: [site] }, latestMax))
  return <ScopePage kind="site" scope={{ site }} name={site} query={query} />
}

/** What else is at a site. The casts are safe: only queries differ. */
function SiteLinks({ site }: { site: string }) {
  const t = useTranslations('overview.scope.actions')
  const query = new URLSearchParams({ site }).toString()
  const maySee = { assets: useMay('assets:read'), users: useMay('user-jobs:read') }
  return (['assets', 'users'] as const)
    .filter((page) => maySee[page])
    .map((page) => (
      <Fragment key={page}>
        {' · '}
        <NameLink href={`/${page}?${query}` as Route} className="text-accent-ink underline underline-offset-2">
          {t(page)}
        </NameLink>
      </Fragment>
    ))
}

/** The numbers, failures and newest inspections of one template or site. */
function ScopePage({
  kind,
  scope,
  name,
  query,
}: {
  kind: 'template' | 'site'
  scope: PeriodScope
  name: string
  query: LatestQuery
}) {
  const t = useTranslations('overview.scope')
  useCrumb(name)
  const params = scopeParams(scope)
  const listHref = writeListHref(params)
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader
        title={name}
        description={
          <>
            {t(`description.${kind}`)}
            {scope.site !== undefined && <SiteLinks site={scope.site} />}
          </>
        }
        actions={
          <>
            <PeriodButton />
            <ButtonLink href={writeMediaHref(params)} icon={Images}>
              {t('actions.media')}
            </ButtonLink>
            <ButtonLink href={listHref} icon={ClipboardList} variant="primary">
              {t('actions.inspections')}
            </ButtonLink>
          </>
        }
      />
      {query.data?.rows.length === 0 ? (
        <EmptyState
          icon={ClipboardList}
          title={t(`empty.${kind}`)}
          className="rounded border border-line bg-surface"
          action={<ButtonLink href={writeListHref({})}>{t('actions.inspections')}</ButtonLink>}
        >
          {t('empty.text')}
        </EmptyState>
      ) : (
        <>
          <PeriodSection scope={scope} />
          <LatestInspections query={query} of={kind} all={{ href: listHref, text: t('actions.inspections') }} />
        </>
      )}
    </div>
  )
}
