'use client'

import { useQuery } from '@tanstack/react-query'
import { Boxes } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { FailedQuestions } from '@/components/overview/failed-questions'
import { LatestInspections } from '@/components/overview/latest-inspections'
import { LatestPhotos } from '@/components/overview/latest-photos'
import { writeListHref } from '@/components/review/session/queue-address'
import { ButtonLink } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/lists/empty-state'
import { ListStates } from '@/components/ui/lists/list-states'
import { PageHeader } from '@/components/ui/page-header'
import { assetQueries } from '@/lib/assets/queries'
import type { AssetDetail } from '@/lib/assets/schema'
import { useCrumb } from '@/lib/browser/crumb'
import { describeError } from '@/lib/browser/describe-error'
import { inspectionQueries } from '@/lib/inspections/queries'
import { AssetFacts } from './asset-facts'
import { StateWord } from './grid/asset-cells'
import { StatusControl } from './status/status-control'
import { useOffReason } from './status/use-off-reason'
import { useStatusSetting } from './status/use-status-setting'
import { readAssetName } from './texts'
import { lateComponent, onDemand } from '@/lib/browser/on-demand'

const AssetHistory = lateComponent(
  onDemand(() => import('./asset-history')),
  (loaded) => loaded.AssetHistory,
)

const inspectionsMax = 10

/** Everything that is known of one asset: facts, status history, and the inspections that mention it. */
export function AssetPage({ assetId }: { assetId: string }) {
  const t = useTranslations('assets')
  const query = useQuery(assetQueries.detail(assetId))
  const { data: asset, error } = query
  const name = asset === undefined ? null : readAssetName(asset)
  const { pending, set } = useStatusSetting()
  const offReason = useOffReason()
  useCrumb(name)
  if (error !== null && describeError(error).code === 'not_found')
    return (
      <EmptyState
        icon={Boxes}
        title={t('sheet.missing')}
        action={<ButtonLink href="/assets">{t('page.all')}</ButtonLink>}
      >
        {t('sheet.missingNote')}
      </EmptyState>
    )
  return (
    <div className="flex flex-col gap-6 p-4 sm:p-6">
      <PageHeader
        title={name ?? t('sheet.label')}
        description={
          asset !== undefined && (
            <div className="mt-1 flex flex-wrap items-center gap-3">
              <StatusControl
                asset={asset}
                pending={pending.get(assetId)}
                onSet={set}
                offReason={offReason}
                size="md"
                isTabStop
              />
              {asset.state !== 'active' && <StateWord state={asset.state} />}
            </div>
          )
        }
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
        <div className="space-y-4">
          <ListStates query={query} title={t('sheet.failed')} shape="facts" />
          {asset !== undefined && asset.stale !== null && (
            <p className="rounded border border-attention/30 bg-attention-soft p-3 text-sm">{asset.stale}</p>
          )}
          {asset !== undefined && (
            <section aria-labelledby="details" className="space-y-5 rounded border border-line bg-surface p-4">
              <h2 id="details" className="text-base font-semibold">
                {t('page.details')}
              </h2>
              <AssetFacts asset={asset} detail={asset} isReading={false} />
            </section>
          )}
        </div>
        <div className="rounded border border-line bg-surface p-4">
          <h2 className="mb-3 text-base font-semibold">{t('sheet.history')}</h2>
          <AssetHistory
            assetId={assetId}
            asset={asset}
            onRestore={
              asset === undefined || offReason !== null || pending.has(assetId) ? null : (lost) => set(asset, lost)
            }
          />
        </div>
      </div>
      {asset !== undefined && <Mentions asset={asset} />}
    </div>
  )
}

/** Inspections whose answers name the asset: by its id, or by its code where the service gives no id. */
function Mentions({ asset }: { asset: AssetDetail }) {
  const t = useTranslations('assets.page')
  const params = { asset: [asset.assetId, asset.code].filter((ref) => ref.trim() !== '') }
  const query = useQuery(inspectionQueries.first(params, inspectionsMax))
  const isNamed = query.data === undefined || query.data.rows.length > 0
  return (
    <>
      <LatestInspections
        query={query}
        of="asset"
        none={t('none', { code: asset.code })}
        all={{ href: writeListHref(params), text: t('inspections', { code: asset.code }) }}
      />
      {isNamed && (
        <div className="grid items-start gap-6 xl:grid-cols-2">
          <FailedQuestions params={params} />
          <LatestPhotos params={params} none={t('noPhotos')} />
        </div>
      )}
    </>
  )
}
