import { classNames } from '@/lib/browser/class-names'
import { diffWords } from '@/lib/compare/diff-words'

/** Shows word by word how a text changed, by lines, by colors and by the elements `ins` and `del`. */
export function WordDiff({ before, after }: { before: string; after: string }) {
  let offset = 0
  let last = 'same'
  return diffWords(before, after).map(({ kind, text }) => {
    const key = `${offset}/${kind}`
    offset += text.length
    const isReplacement = last === 'removed'
    last = kind
    if (kind === 'same') return <span key={key}>{text}</span>
    return kind === 'added' ? (
      <ins
        key={key}
        className={classNames(
          'rounded-sm bg-good-soft text-good no-underline print:underline',
          isReplacement && 'ms-1',
        )}
      >
        {text}
      </ins>
    ) : (
      <del key={key} className="rounded-sm bg-bad-soft text-bad decoration-1">
        {text}
      </del>
    )
  })
}
