import { addressOf } from '@/lib/base-path'
import { ApiError } from '@/lib/browser/api'
import { userJobCalls } from '@/lib/user-jobs/queries'
import { usersMax } from '@/lib/user-jobs/values-model'
import type { UserJobTexts } from '@/lib/user-jobs/sheet/issue-view'

/**
 * The source of the users in each incomplete file. Stored by file, so that it is still known when the file is read
 * again.
 */
const cuts = new WeakMap<object, 'service' | 'jobs'>()

/** The source of the users in a file that contains only the first users; null for any other file. */
export function cutOf(source: object | null): 'service' | 'jobs' | null {
  return source === null ? null : (cuts.get(source) ?? null)
}

/** The current users that SafetyCulture returns, as a file. Throws the same errors as our API. */
export async function fetchCurrentUsers(
  t: UserJobTexts,
  signal: AbortSignal,
): Promise<{ file: File; sourceName: string }> {
  let response: Response
  try {
    response = await fetch(addressOf(userJobCalls.currentUsersHref), {
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'error',
      signal,
    })
  } catch (error) {
    if (signal.aborted) throw error
    throw new ApiError(0, 'offline', t('upload.offline'))
  }
  if (!response.ok) {
    const problem: unknown = await response.json().catch(() => null)
    const detail =
      typeof problem === 'object' && problem !== null && 'detail' in problem && typeof problem.detail === 'string'
        ? problem.detail
        : t('upload.answered', { status: String(response.status) })
    throw new ApiError(response.status, 'upstream_failed', detail, { requestId: response.headers.get('x-request-id') })
  }
  // If SafetyCulture does not list its users, the server returns users that it knows from earlier imports.
  const isAll = response.headers.get('x-users-source') === 'service'
  const isCut = response.headers.get('x-users-cut') === 'true'
  const file = new File([await response.blob()], 'current-users.csv', { type: 'text/csv' })
  if (!isCut) return { sourceName: isAll ? t('upload.names.current') : t('upload.names.known'), file }
  cuts.set(file, isAll ? 'service' : 'jobs')
  // The name says that the file is incomplete, because drafts and jobs keep only the name.
  const sourceName = t(isAll ? 'upload.names.currentCut' : 'upload.names.knownCut', { max: usersMax })
  return { sourceName, file }
}
