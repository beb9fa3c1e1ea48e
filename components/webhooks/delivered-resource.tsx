import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { Delivery } from '@/lib/webhooks/schema'

/** What a delivery is about, linked if Sightline can show it. */
export function DeliveredResource({ delivery }: { delivery: Delivery }) {
  const t = useTranslations('webhooks.deliveries')
  const { inspectionId, inspectionTitle, resourceType, resourceId } = delivery
  if (inspectionId !== null)
    return (
      <p className="min-w-0">
        <Link
          href={`/inspections/${inspectionId}`}
          prefetch={false}
          onClick={(event) => event.stopPropagation()}
          className="wrap-anywhere text-accent-ink underline-offset-2 hover:underline"
        >
          {inspectionTitle ?? <span className="font-mono text-xs">{inspectionId}</span>}
        </Link>
      </p>
    )
  if (resourceId === null && resourceType === null) return null
  return (
    <p className="wrap-anywhere text-ink-muted">
      {resourceType?.toLowerCase() ?? t('unknownResource')} <code className="font-mono text-xs">{resourceId}</code>
    </p>
  )
}
