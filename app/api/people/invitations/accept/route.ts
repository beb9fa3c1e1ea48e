import { route } from '@/lib/http/route'
import { acceptance } from '@/lib/people/invitation-schema'
import { acceptInvitation } from '@/lib/sign-in/accept-invitation'

export const dynamic = 'force-dynamic'

export const POST = route(
  { summary: 'Accept an invitation and sign in', access: 'public', body: acceptance },
  async ({ body, request }) =>
    new Response(null, {
      status: 204,
      headers: (await acceptInvitation(request.headers, body)).map((cookie): [string, string] => [
        'set-cookie',
        cookie,
      ]),
    }),
)
