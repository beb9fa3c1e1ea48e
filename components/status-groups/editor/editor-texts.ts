import type { useFormatter } from 'next-intl'
import { nameColor } from '@/components/status/color-name'
import type { Translator } from '@/lib/messages/translator'
import type { ColorHint } from '@/lib/status-groups/color'
import type { Issue, DraftStatus } from '@/lib/status-groups/model'
import type { AssetType } from '@/lib/status-groups/schema'

type Words = Translator<'statusGroups.editor'>
type Format = Pick<ReturnType<typeof useFormatter>, 'list'>

const typesNamed = 4

/** `20 Forklift, 14 Ladder`: assets with a status by type, highest number first; empty if unknown. */
export function describeByType(t: Words, format: Format, types: readonly AssetType[], optionId: string): string {
  const counted = types.flatMap(({ name, counts }) => {
    const count = counts?.[optionId] ?? 0
    return count === 0 ? [] : [{ name, count }]
  })
  const sorted = counted.toSorted((one, other) => other.count - one.count)
  const shown = sorted.slice(0, typesNamed).map(({ name, count }) => t('byType.count', { count, type: name }))
  const more = sorted.length - shown.length
  return format.list(more > 0 ? [...shown, t('byType.more', { count: more })] : shown, { type: 'unit' })
}

/** Names of statuses in a sentence: “A”, “B” and “C”. */
export function joinNames(t: Words, format: Format, names: readonly string[]): string {
  return format.list(names.map((name) => (name.trim() === '' ? t('unnamed') : t('quoted', { name: name.trim() }))))
}

/** An error that prevents saving a draft, as a sentence. */
export function describeIssue(t: Words, format: Format, issue: Issue): string {
  switch (issue.kind) {
    case 'tooLong':
      return t('issue.tooLong', { max: issue.max })
    case 'tooMany':
      return t('issue.tooMany', { count: issue.count })
    case 'notChosen':
      return t('issue.notChosen', { statuses: joinNames(t, format, issue.names) })
    default:
      return t(`issue.${issue.kind}`)
  }
}

/** Hints about the colors of statuses, one sentence each. */
export function describeHints({
  t,
  colors,
  format,
  hints,
  statuses,
}: {
  t: Words
  colors: Translator<'status'>
  format: Format
  hints: readonly ColorHint[]
  statuses: readonly DraftStatus[]
}): string[] {
  const colorOf = (key: string | undefined) =>
    nameColor(colors, statuses.find((status) => status.key === key)?.color ?? '').toLowerCase()
  const namesOf = (keys: readonly string[]) =>
    joinNames(
      t,
      format,
      keys.map((key) => statuses.find((status) => status.key === key)?.name ?? ''),
    )
  const sentences = hints.flatMap((hint) =>
    hint.kind === 'mistaken'
      ? []
      : [
          hint.kind === 'same'
            ? t('hints.sameColor', {
                count: hint.keys.length,
                statuses: namesOf(hint.keys),
                color: colorOf(hint.keys[0]),
              })
            : t('hints.unknownColor', { statuses: namesOf(hint.keys), color: hint.name }),
        ],
  )
  const pairs = hints.flatMap((hint) =>
    hint.kind === 'mistaken' ? [t('hints.pair', { one: colorOf(hint.keys[0]), other: colorOf(hint.keys[1]) })] : [],
  )
  return pairs.length === 0
    ? sentences
    : [...sentences, t('hints.alike', { pairs: format.list(pairs, { type: 'unit' }) })]
}
