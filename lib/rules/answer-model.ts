import { holdsAnswer, writeAnswer } from '@/lib/open-data/answer-model'
import type { Answer, Report, ReportItem } from '@/lib/report/schema'
import { listKeyedItems } from '@/lib/report/questions-model'
import type { AnswerCondition, TriggerOf } from './schema'

const fold = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()

/** An answer as a number: that of a slider, or a text that is one, with a point or a comma. Null: it is none. */
export function readNumber(answer: Answer): number | null {
  const text = writeAnswer(answer)?.trim().replace(',', '.') ?? ''
  return /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : null
}

/** Each thing that was chosen is an answer of its own, and so are all of them together. */
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

/** Whether a question is answered as the condition says; in entries of a repeated group one of its answers is enough. */
export function meetsAnswer(
  report: Pick<Report, 'items'>,
  { question, condition }: Pick<TriggerOf<'answer'>, 'question' | 'condition'>,
): boolean {
  for (const { question: key, item } of listKeyedItems(report))
    if (key === question && holdsAnswer(item.answer) && isMet(item, condition)) return true
  return false
}
