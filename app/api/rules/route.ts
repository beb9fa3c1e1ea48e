import { route } from '@/lib/http/route'
import { listRules } from '@/lib/rules/data'
import { createRule } from '@/lib/rules/mutations'
import { newRule, rule, ruleList } from '@/lib/rules/schema'

export const dynamic = 'force-dynamic'

export const GET = route({ summary: 'List the rules', access: 'rules:read', answer: ruleList }, () => listRules())

export const POST = route(
  { summary: 'Create a rule', access: 'rules:write', body: newRule, answer: rule },
  ({ actor, body }) => createRule(actor, body),
)
