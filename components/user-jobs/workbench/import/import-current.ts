import { ApiError } from '@/lib/browser/api'
import { formatCount } from '@/lib/browser/numbers'
import { userJobCalls } from '@/lib/user-jobs/queries'
import { usersMax } from '@/lib/user-jobs/schema'

/** Remarks about a file that are not in the file: they are kept for when the same file is read again. */
const remarks = new WeakMap<object, string>()

/** What the console said of the users that a sheet was made from; null for any other file. */
export function remarkOf(source: object | null): string | null {
  return source === null ? null : (remarks.get(source) ?? null)
}

/** The current users as a file, as far as the service returns them. Fails as the console's API does. */
export async function fetchCurrentUsers(signal: AbortSignal): Promise<{ file: File; sourceName: string }> {
  let response: Response
  try {
    response = await fetch(userJobCalls.currentUsersHref, {
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(0, 'offline', 'The console cannot be reached. Check your connection.')
  }
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => null)
    const detail =
      typeof problem === 'object' && problem !== null && 'detail' in problem && typeof problem.detail === 'string'
        ? problem.detail
        : `The console answered ${response.status}.`
    throw new ApiError(response.status, 'upstream_failed', detail, { requestId: response.headers.get('x-request-id') })
  }
  // Where the service does not list its users, those known from jobs are a start.
  const isAll = response.headers.get('x-users-source') === 'service'
  const isCut = response.headers.get('x-users-cut') === 'true'
  const whole = isAll ? 'Current users' : 'Users known from jobs'
  const file = new File([await response.blob()], 'current-users.csv', { type: 'text/csv' })
  if (!isCut) return { sourceName: whole, file }
  const first = formatCount(usersMax)
  remarks.set(
    file,
    isAll
      ? `The first ${first} of your users; the service has more, who are not in these rows. Bring those in from a file of your own.`
      : `The first ${first} of the users that jobs have told of; there are more, who are not in these rows. Bring those in from a file of your own.`,
  )
  // A draft and a job keep the name alone.
  return { sourceName: `First ${first} ${whole.charAt(0).toLowerCase()}${whole.slice(1)}`, file }
}
