import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { csrfAnswer, signedAnswer } from '@/lib/access/schema'
import { forgetDrafts } from '@/components/user-jobs/workbench/drafts/draft-database'
import { api } from '@/lib/browser/api'
import { forgetInspections } from '@/lib/browser/recent'
import { endLive } from './use-live'

/**
 * Ends the session here and on the server, then leaves by a full page load: nothing that was read stays in memory.
 * @throws ApiError when the server did not end it; the person is then still signed in
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  // What the page reads by itself meanwhile would be refused, and that would lead to the way back in.
  onlineManager.setOnline(false)
  await queryClient.cancelQueries()
  try {
    const { csrfToken } = await api.get('/api/auth/csrf', undefined, csrfAnswer)
    await api.post('/api/auth/signout', { csrfToken }, signedAnswer)
  } catch (error) {
    onlineManager.setOnline(true)
    throw error
  }
  forgetInspections()
  endLive()
  await forgetDrafts()
  window.location.assign('/sign-in')
}
