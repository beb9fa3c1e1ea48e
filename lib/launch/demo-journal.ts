import 'server-only'
import * as z from 'zod'
import { beginActivity, consoleActor, finishActivity } from '@/lib/activity/journal'
import type { Queryable } from '@/lib/db/types'
import type { Service } from '@/lib/service/types'
import { isAppError } from '@/lib/background/trouble'

const listed = z.object({ webhook: z.array(z.object({ webhook_id: z.string() })) })
const asked = z.object({ body: z.object({ url: z.string(), trigger_events: z.array(z.string()) }) })
const made = z.object({ webhook: z.object({ webhook_id: z.string() }) })

/**
 * The service for the demo's own subscription. Like a person's subscription, it is logged before it is sent, in the
 * form that a recheck needs when the response is lost.
 */
export function journalSubscribing(service: Pick<Service, 'call'>, db: Queryable): Pick<Service, 'call'> {
  let idsBefore: string[] = []
  const call: Service['call'] = async (name, ...rest) => {
    if (name !== 'createWebhook') {
      const answer = await service.call(name, ...rest)
      const list = name === 'listWebhooks' ? listed.safeParse(answer) : null
      if (list?.success === true) idsBefore = list.data.webhook.map(({ webhook_id: id }) => id)
      return answer
    }
    const { url, trigger_events: triggerEvents } = asked.parse(rest[0]).body
    const activityId = await beginActivity(db, consoleActor, {
      action: 'webhook.create',
      objectKind: 'webhook',
      objectId: null,
      objectName: url,
      after: { url, triggerEvents, idsBefore },
    })
    try {
      const answer = await service.call(name, ...rest)
      const id = made.safeParse(answer).data?.webhook.webhook_id
      const note = 'At the start, so that the demo lives.'
      await finishActivity(db, activityId, { outcome: 'done', note, ...(id === undefined ? {} : { objectId: id }) })
      return answer
    } catch (error) {
      const isLost = !isAppError(error) || ['upstream_unknown', 'internal', 'upstream_failed'].includes(error.code)
      const note = isLost ? 'Its response was lost. The console looks at the service until it knows.' : error.message
      await finishActivity(db, activityId, { outcome: isLost ? 'unknown' : 'failed', note })
      throw error
    }
  }
  return { call }
}
