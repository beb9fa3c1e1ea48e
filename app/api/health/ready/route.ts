import { database } from '@/lib/db/instance'
import { AppError } from '@/lib/errors'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

const answerWithinMs = 2_000

/** The console can serve people: its database answers. A lost inspection service does not count; pages work without. */
export const GET = route({ access: 'public' }, async () => {
  let timer: NodeJS.Timeout | undefined
  try {
    await Promise.race([
      database().then((db) => db.query('select 1')),
      new Promise((_resolve, reject) => {
        timer = setTimeout(() => reject(new Error('the database took too long')), answerWithinMs)
      }),
    ])
  } catch (error) {
    throw new AppError('unavailable', 'Not ready yet.', { cause: error, details: { retryAfterSeconds: 2 } })
  } finally {
    clearTimeout(timer)
  }
  return { status: 'ready' }
})
