import { viewsFile, type ViewList, type ViewsFile } from './schema'

/** The problem of a part of a file: it is empty, too long, of another version, or otherwise invalid. */
type PartProblem = 'empty' | 'tooLong' | 'version' | 'other'

const partProblems: Readonly<Record<string, PartProblem>> = { too_small: 'empty', too_big: 'tooLong' }

/** Why a text is not a file of views of a list. */
export type ViewsFileProblem =
  | { kind: 'empty' | 'notJson' | 'notViews' }
  | { kind: 'otherList'; list: ViewList }
  | { kind: 'view'; number: number; field: string; reason: PartProblem }
  | { kind: 'part'; part: string; reason: PartProblem }

/** Reads a file with views of a list, or returns why it is not valid. */
export function readViewsFile(
  text: string,
  wanted: ViewList = 'inspections',
): { file: ViewsFile } | { problem: ViewsFileProblem } {
  if (text.trim() === '') return { problem: { kind: 'empty' } }
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ''))
  } catch {
    return { problem: { kind: 'notJson' } }
  }
  const parsed = viewsFile.safeParse(value)
  if (parsed.success) {
    const { list = 'inspections' } = parsed.data
    return list === wanted ? { file: parsed.data } : { problem: { kind: 'otherList', list } }
  }
  const [issue] = parsed.error.issues
  const [first, index, field] = issue?.path ?? []
  const reason = partProblems[issue?.code ?? ''] ?? 'other'
  if (first === 'views' && typeof index === 'number')
    return {
      problem: { kind: 'view', number: index + 1, field: field === undefined ? '' : String(field), reason },
    }
  if (first === undefined || first === 'format') return { problem: { kind: 'notViews' } }
  return { problem: { kind: 'part', part: String(first), reason: first === 'version' ? 'version' : reason } }
}
