import { AppError } from '@/lib/errors'
import { route } from '@/lib/http/route'
import { serverText } from '@/lib/server-text'

export const dynamic = 'force-dynamic'

// Without this, the page for unknown addresses would redirect programs to the sign-in.
const handler = route({ summary: 'Refuse all other paths', access: 'public', ownQuery: true }, () => {
  throw new AppError('not_found', serverText('web.notFound'))
})

export { handler as DELETE, handler as GET, handler as PATCH, handler as POST, handler as PUT }
