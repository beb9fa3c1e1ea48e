import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { csrfAnswer, signedOutAnswer } from '@/lib/access/schema'
import { forgetDrafts } from '@/components/user-jobs/workbench/drafts/draft-database'
import { api } from '@/lib/browser/api'
import { forgetInspections } from '@/lib/browser/recent'
import { endLive } from './use-live'

/**
 * Ends the session here, on the server and at the issuer it came from, then leaves by a full page load: nothing that was read
 * stays in memory.
 * @throws ApiError when the server did not end it; the person is then still signed in
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  // What the page reads by itself meanwhile would be refused, and that would lead to the way back in.
  onlineManager.setOnline(false)
  await queryClient.cancelQueries()
  let leaveTo: string | undefined
  try {
    const { csrfToken } = await api.get('/api/auth/csrf', undefined, csrfAnswer)
    leaveTo = (await api.post('/api/auth/signout', { csrfToken }, signedOutAnswer)).leaveTo
  } catch (error) {
    onlineManager.setOnline(true)
    throw error
  }
  forgetInspections()
  endLive()
  await forgetDrafts()
  window.location.assign(leaveTo ?? '/sign-in')
}
