import type { Translator } from '@/lib/messages/translator'
import type { AnswerCondition, HitOutcome, Rule, RuleAction } from '@/lib/rules/schema'

/** What an action does, in a few words. */
export function describeAction(t: Translator<'rules.does'>, action: RuleAction): string {
  if (action.kind === 'notify')
    return t(action.email ? 'notifyByEmail' : 'notify', { people: action.userIds.length, roles: action.roles.length })
  if (action.kind === 'follow-up')
    return action.dueDays === null ? t('followUp') : t('followUpDue', { days: action.dueDays })
  if (action.kind === 'send') return t('send', { count: action.targetIds.length })
  return t(action.mode === 'propose' ? 'propose' : 'set', { status: action.status.name })
}

/** The value that an answer is compared with; empty if there is none. */
export function describeValue(condition: AnswerCondition): string {
  if (condition.test === 'failed') return ''
  return 'text' in condition ? condition.text : String(condition.number)
}

/** What a rule has done with one inspection. */
export function describeOutcome(t: Translator<'rules.did'>, outcome: HitOutcome): string[] {
  const { notified, followUp, proposed, set, sent, notes } = outcome
  return [
    ...(notified > 0 ? [t('notified', { count: notified })] : []),
    ...(followUp === null ? [] : [t(followUp === 'created' ? 'followUp' : 'followUpKept')]),
    ...(proposed > 0 ? [t('proposed', { count: proposed })] : []),
    ...(set > 0 ? [t('set', { count: set })] : []),
    ...(sent > 0 ? [t('sent', { count: sent })] : []),
    ...notes,
  ]
}

export type RuleState = 'on' | 'off' | 'paused'
export const stateOf = ({ isEnabled, pauseReason }: Pick<Rule, 'isEnabled' | 'pauseReason'>): RuleState =>
  !isEnabled ? 'off' : pauseReason === null ? 'on' : 'paused'
