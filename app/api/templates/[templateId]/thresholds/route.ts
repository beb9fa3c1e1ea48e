import * as z from 'zod'
import { route } from '@/lib/http/route'
import { templateId } from '@/lib/ids'
import { setThresholds } from '@/lib/templates/mutations'
import { templateThresholds, thresholdsChange } from '@/lib/templates/schema'

export const dynamic = 'force-dynamic'

export const PUT = route(
  {
    summary: 'Set the scores from which results of a template are good or need attention',
    access: 'lists:write',
    params: z.object({ templateId }),
    body: thresholdsChange,
    answer: templateThresholds,
  },
  ({ actor, params, body }) => setThresholds(actor, params.templateId, body.thresholds),
)
