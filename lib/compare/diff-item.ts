import type { Answer, ReportItem } from '@/lib/report/schema'
import type { ChangedPart } from './diff-schema'

const passive: ReadonlySet<Answer['kind']> = new Set(['heading', 'group', 'instance', 'condition', 'information'])

/** Whether an item contains an inspector's answer, and does not only contain or explain other items. */
export function isAnswer({ answer }: ReportItem): boolean {
  return !passive.has(answer.kind)
}

/**
 * The parts in which two matched items differ.
 * @param areApart whether the items belong to two inspections. Their files are then never the same, so only the number
 * of files is compared
 */
export function listChanges(left: ReportItem, right: ReportItem, areApart: boolean): ChangedPart[] {
  const changes: Array<[ChangedPart, boolean]> = [
    ['answer', describeAnswer(left.answer, areApart) !== describeAnswer(right.answer, areApart)],
    ['note', (left.note ?? '') !== (right.note ?? '')],
    ['failed', left.failed !== right.failed],
    // Only answers are compared, because the scores of sections and groups are computed from them.
    ['score', isAnswer(left) && isAnswer(right) && describeScore(left.score) !== describeScore(right.score)],
    [
      'media',
      areApart
        ? left.mediaIds.length !== right.mediaIds.length
        : [...new Set(left.mediaIds)].toSorted().join('\n') !== [...new Set(right.mediaIds)].toSorted().join('\n'),
    ],
    ['hidden', (left.hidden === null) !== (right.hidden === null)],
    ['question', (left.label ?? '') !== (right.label ?? '')],
  ]
  return changes.filter(([, isDifferent]) => isDifferent).map(([part]) => part)
}

function describeScore(score: ReportItem['score']): string {
  return score === null ? '' : `${score.score}/${score.max ?? '?'}`
}

/**
 * An instant in a form that can be compared: milliseconds, so that two spellings of one instant are equal. Other text
 * stays unchanged.
 */
export function describeInstant(at: string | null): number | string | null {
  const time = at === null ? Number.NaN : Date.parse(at)
  return Number.isNaN(time) ? at : time
}

/** An answer as text to compare, without ids of responses and colors, which come from the template. */
function describeAnswer(answer: Answer, areApart: boolean): string {
  switch (answer.kind) {
    case 'choice':
      return JSON.stringify(['choice', ...answer.selected.map(({ label }) => label).toSorted()])
    case 'instant':
      return JSON.stringify(['instant', describeInstant(answer.at)])
    case 'slider':
      return JSON.stringify(['slider', answer.value])
    case 'signature':
      return JSON.stringify([
        'signature',
        answer.name,
        describeInstant(answer.at),
        areApart ? answer.imageId !== null : answer.imageId,
      ])
    case 'drawing':
      return JSON.stringify(['drawing', areApart ? answer.imageId !== null : answer.imageId])
    case 'condition':
    case 'group':
      // They depend only on answers and entries, which are compared themselves.
      return answer.kind
    case 'instance':
      // Its position is not compared, because it changes when other entries are added or removed.
      return JSON.stringify(['instance', answer.name])
    case 'assets':
      return JSON.stringify(['assets', ...answer.assets.map(({ id, label }) => id ?? label).toSorted()])
    default:
      return JSON.stringify(answer)
  }
}
