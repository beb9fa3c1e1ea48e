import { describeValue } from '@/components/rules/rule-texts'
import type { AnswerCondition, TriggerOf } from '@/lib/rules/schema'

/** A trigger by an answer while a person edits it. */
export interface AnswerDraft {
  template: { id: string; name: string } | null
  question: { key: string; label: string } | null
  test: AnswerCondition['test']
  /** As it was typed. */
  value: string
}

export const isNumberTest = (test: AnswerCondition['test']) => test === 'above' || test === 'below'

/** A number with a point or a comma; null if the text is not a number. */
export function parseNumber(text: string): number | null {
  const number = Number(text.trim().replace(',', '.'))
  return text.trim() === '' || !Number.isFinite(number) ? null : number
}

export function toAnswerDraft(trigger: TriggerOf<'answer'> | null): AnswerDraft {
  if (trigger === null) return { template: null, question: null, test: 'failed', value: '' }
  const { templateId, templateName, question, label, condition } = trigger
  return {
    template: { id: templateId, name: templateName },
    question: { key: question, label },
    test: condition.test,
    value: describeValue(condition),
  }
}

function toCondition({ test, value }: AnswerDraft): AnswerCondition | null {
  if (test === 'failed') return { test }
  if (test === 'equals' || test === 'contains') return value.trim() === '' ? null : { test, text: value.trim() }
  const number = parseNumber(value)
  return number === null ? null : { test, number }
}

/** Null while something is missing. */
export function toAnswerTrigger(answer: AnswerDraft): TriggerOf<'answer'> | null {
  const { template, question } = answer
  const condition = toCondition(answer)
  if (template === null || question === null || condition === null) return null
  return {
    kind: 'answer',
    templateId: template.id,
    templateName: template.name,
    question: question.key,
    label: question.label,
    condition,
  }
}
