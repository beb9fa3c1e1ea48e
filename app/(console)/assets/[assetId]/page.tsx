import { titled } from '@/app/page-title'
import { SectionMessages } from '@/app/section-messages'
import { AssetPage } from '@/components/assets/asset-page'
import { requirePageSession } from '@/lib/auth/session'

export const generateMetadata = titled('assets.sheet.label')

export default async function Page({ params }: PageProps<'/assets/[assetId]'>) {
  await requirePageSession('assets:read')
  const assetId = decodeURIComponent((await params).assetId)
  return (
    <SectionMessages of={['assets', 'status', 'activity', 'overview', 'media', 'reportNames']}>
      <AssetPage key={assetId} assetId={assetId} />
    </SectionMessages>
  )
}
