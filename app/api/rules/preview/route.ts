import { route } from '@/lib/http/route'
import { previewRule } from '@/lib/rules/preview-data'
import { previewAsk, rulePreview } from '@/lib/rules/preview-schema'

export const dynamic = 'force-dynamic'

export const POST = route(
  {
    summary: 'Preview what a rule would have done in the last 30 days',
    access: 'rules:write',
    body: previewAsk,
    answer: rulePreview,
  },
  ({ actor, body }) => previewRule(actor, body),
)
