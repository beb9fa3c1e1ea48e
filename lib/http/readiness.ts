import 'server-only'
import { database } from '@/lib/db/instance'
import { AppError } from '@/lib/errors'

const answerWithinMs = 2_000

/**
 * Resolves when the console can serve people: its database answers. A lost inspection service does not count, since
 * pages work without it.
 * @throws AppError unavailable, without saying what is missing
 */
export async function requireReady(): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the database took too long')), answerWithinMs)
  })
  try {
    await Promise.race([database().then((db) => db.query('select 1')), tooLate])
  } catch (error) {
    throw new AppError('unavailable', 'Not ready yet.', { cause: error, details: { retryAfterSeconds: 2 } })
  } finally {
    clearTimeout(timer)
  }
}
