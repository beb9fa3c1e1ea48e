import { useTranslations } from 'next-intl'

/** Only this much of a line is shown, followed by its length. */
const lineCharsMax = 2_000

/** One line of indented JSON: name, then value, with the search text highlighted. */
export function RawLine({ text, sought }: { text: string; sought: string }) {
  const t = useTranslations('report.raw')
  const shown =
    text.length > lineCharsMax ? t('longLine', { start: text.slice(0, lineCharsMax), count: text.length }) : text
  const match = /^(\s*)("(?:[^"\\]|\\.)*")(: ?)(.*)$/.exec(shown)
  if (match === null || sought !== '') {
    return (
      <span className="whitespace-pre">
        <Marked text={shown} sought={sought} />
      </span>
    )
  }
  return (
    <span className="whitespace-pre">
      {match[1]}
      <span className="text-accent-ink">{match[2]}</span>
      {match[3]}
      {match[4]}
    </span>
  )
}

function Marked({ text, sought }: { text: string; sought: string }) {
  const folded = text.toLowerCase()
  // Some letters change their length in lower case. Then the positions do not fit.
  const at = sought === '' || folded.length !== text.length ? -1 : folded.indexOf(sought)
  if (at === -1) return text
  return (
    <>
      {text.slice(0, at)}
      <mark className="rounded-xs bg-[#ffe08a] text-[#16201f]">{text.slice(at, at + sought.length)}</mark>
      {text.slice(at + sought.length)}
    </>
  )
}
