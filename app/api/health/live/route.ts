import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

/** Shows that the process responds. Does not check what the process depends on. */
export const GET = route({ summary: 'Check whether the process responds', access: 'public' }, () => ({
  status: 'live',
}))
