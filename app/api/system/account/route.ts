import { route } from '@/lib/http/route'
import { readConnectedAccount } from '@/lib/system/connected-account'
import { connectedAccount } from '@/lib/system/schema'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Get the name of the connected account', access: 'signed-in', answer: connectedAccount },
  async () => ({ name: await readConnectedAccount() }),
)
