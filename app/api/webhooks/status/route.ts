import { route } from '@/lib/http/route'
import { readWebhookStatus } from '@/lib/webhooks/data'
import { webhookStatus } from '@/lib/webhooks/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Get whether webhooks arrive and how they are verified', access: 'webhooks:read', answer: webhookStatus },
  () => readWebhookStatus(),
)
