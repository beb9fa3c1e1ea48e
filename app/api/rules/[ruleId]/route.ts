import * as z from 'zod'
import { route } from '@/lib/http/route'
import { readRuleWithHits } from '@/lib/rules/data'
import { changeRule, deleteRule } from '@/lib/rules/mutations'
import { rule, ruleChange, ruleRead } from '@/lib/rules/schema'

export const dynamic = 'force-dynamic'

const params = z.object({ ruleId: z.uuid() })

export const GET = route(
  { summary: 'Get a rule and its recent activity', access: 'rules:read', params, answer: ruleRead },
  ({ params: { ruleId } }) => readRuleWithHits(ruleId),
)

export const PATCH = route(
  { summary: 'Change, pause or resume a rule', access: 'rules:write', params, body: ruleChange, answer: rule },
  ({ actor, params: { ruleId }, body }) => changeRule(actor, ruleId, body),
)

export const DELETE = route(
  { summary: 'Delete a rule', access: 'rules:write', params },
  ({ actor, params: { ruleId } }) => deleteRule(actor, ruleId),
)
