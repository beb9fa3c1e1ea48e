import { ApiError } from '@/lib/browser/api'
import { userJobCalls } from '@/lib/user-jobs/queries'

/** The users there are as a file, as far as the service tells. Fails as the console's API does. */
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
  // Where the service tells nobody who its users are, those that jobs have told of are a start.
  const isAll = response.headers.get('x-users-source') === 'service'
  const sourceName = isAll ? 'Current users' : 'Users known from jobs'
  return { sourceName, file: new File([await response.blob()], 'current-users.csv', { type: 'text/csv' }) }
}
