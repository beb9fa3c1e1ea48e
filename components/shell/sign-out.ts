import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { forgetDrafts } from '@/components/user-jobs/workbench/drafts/draft-database'
import { addressOf } from '@/lib/base-path'
import { api, holdSignIn } from '@/lib/browser/api'
import { lateSchemas } from '@/lib/browser/late/late-schemas'
import { forgetTrail } from '@/lib/browser/memory'
import { endLive } from './use-live'

const schema = lateSchemas(() => import('@/lib/access/schema'))

/**
 * Ends the session in this browser, on the server and at its issuer. Then loads the sign-in page in full, so that no data
 * stays in memory.
 * @throws ApiError when the server did not end the session; the person is still signed in
 */
export async function signOut(queryClient: QueryClient): Promise<void> {
  // Requests of the page would now be refused. Opening the sign-in page for them would break off the way to the issuer.
  const release = holdSignIn()
  onlineManager.setOnline(false)
  await queryClient.cancelQueries()
  let leaveTo: string | undefined
  try {
    const { csrfToken } = await api.get('/api/auth/csrf', undefined, schema('csrfAnswer'))
    leaveTo = (await api.post('/api/auth/signout', { csrfToken }, schema('signedOutAnswer'))).leaveTo
  } catch (error) {
    onlineManager.setOnline(true)
    release()
    throw error
  }
  forgetTrail()
  endLive()
  await forgetDrafts()
  window.location.assign(leaveTo ?? addressOf('/sign-in'))
}
