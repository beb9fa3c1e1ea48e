import { readAccount } from '@/lib/account/data'
import { changeAccount } from '@/lib/account/mutations'
import { account, accountChange } from '@/lib/account/schema'
import { route } from '@/lib/http/route'

export const dynamic = 'force-dynamic'

export const GET = route(
  { summary: 'Get your account', access: 'signed-in', callers: 'people', answer: account },
  ({ actor }) => readAccount(actor),
)

export const PATCH = route(
  { summary: 'Change your name', access: 'signed-in', callers: 'people', body: accountChange, answer: account },
  ({ actor, body }) => changeAccount(actor, body),
)
