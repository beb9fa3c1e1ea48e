import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

/** The process answers. Says nothing about what it depends on. */
export const GET = route({ access: 'public' }, () => ({ status: 'live' }))
