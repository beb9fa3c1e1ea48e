import { holdsAnswer, writeAnswer } from '@/lib/open-data/answer-model'
import type { Answer, Report, ReportItem } from '@/lib/report/schema'
import { listKeyedItems } from '@/lib/report/questions-model'
import type { AnswerCondition, TriggerOf } from './schema'

const fold = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/**
 * Reads an answer as a number: a slider, or a text that is a number with a point or a comma. Null if it is not a
 * number.
 */
export function readNumber(answer: Answer): number | null {
  const text = writeAnswer(answer)?.trim().replace(',', '.') ?? ''
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null
}

/** The texts of an answer. Each chosen response counts as an answer of its own, and so do all of them together. */
function listTexts(answer: Answer): string[] {
  const whole = writeAnswer(answer)
  return [
    ...(whole === null ? [] : [whole]),
    ...(answer.kind === 'choice' ? answer.selected.map(({ label }) => label) : []),
    ...(answer.kind === 'assets' ? answer.assets.map(({ label }) => label) : []),
  ].map(fold)
}

function isMet({ answer, failed }: ReportItem, condition: AnswerCondition): boolean {
  switch (condition.test) {
    case 'failed':
      return failed
    case 'equals':
      return listTexts(answer).includes(fold(condition.text))
    case 'contains':
      return listTexts(answer).some((text) => text.includes(fold(condition.text)))
    default: {
      const number = readNumber(answer)
      return number !== null && (condition.test === 'above' ? number > condition.number : number < condition.number)
    }
  }
}

/** Whether an answer to a question meets the condition. In entries of a repeated group, one answer is enough. */
export function meetsAnswer(
  report: Pick<Report, 'items'>,
  { question, condition }: Pick<TriggerOf<'answer'>, 'question' | 'condition'>,
): boolean {
  for (const { question: key, item } of listKeyedItems(report))
    if (key === question && holdsAnswer(item.answer) && isMet(item, condition)) return true
  return false
}
