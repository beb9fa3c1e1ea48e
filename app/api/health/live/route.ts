import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

/** The process answers. Says nothing about what it depends on. */
export const GET = route({ summary: 'Check whether the process answers', access: 'public' }, () => ({ status: 'live' }))
