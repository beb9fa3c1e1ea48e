import { passThrough } from '@/lib/http/pass-through'
import { route } from '@/lib/http/route'

// Also spares each request a wrapper: Next watches what a handler reads unless it is told that all is dynamic.
export const dynamic = 'force-dynamic'

const handler = route({ access: 'signed-in' }, passThrough)

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT }
