import { useMemo, useState } from 'react'
import { writeList } from '@/lib/user-jobs/sheet/list'
import { type CellChoices, matchChoices } from './cell-choices'

/** Names shown at once: an organization may have thousands of sites. */
const listedMax = 100

export interface ChoiceText {
  /** As it is in the field. */
  text: string
  /** The values in the list. */
  shown: readonly string[]
  /** Index of the marked value in `shown`; -1 for none. */
  marked: number
  /** What the cell gets when no value is marked. */
  written: string
  /** What the cell gets when this value is chosen: of a list it is the last name. */
  complete: (value: string) => string
  type: (next: string) => void
  /** Marks the next or the previous value, starting over at the end. */
  walk: (way: 'down' | 'up') => void
}

/** What is typed into the field of a cell with choices, which values match it, and which one is marked. */
export function useChoiceText(initial: string, isReplacing: boolean, choices: CellChoices): ChoiceText {
  const [text, setText] = useState(initial)
  const [isTouched, setIsTouched] = useState(isReplacing)
  const [walkedTo, setWalkedTo] = useState<number | null>(null)
  const { isList = false } = choices
  const lastAt = isList ? text.lastIndexOf(';') + 1 : 0
  const last = text.slice(lastAt)
  // All of them until something is typed: the value that is there would hide the others.
  const shown = useMemo(() => {
    const found = isTouched ? matchChoices(choices.values, last) : choices.values
    return isList ? found.slice(0, listedMax) : found
  }, [choices, last, isList, isTouched])
  const isGuessing = isTouched && text.trim() !== '' && shown.length > 0 && !choices.isKnown(text)
  const marked = walkedTo ?? (isGuessing ? 0 : -1)
  return {
    text,
    shown,
    marked,
    // A one-line field drops line breaks: a value that was not touched is kept as it was.
    written: isTouched ? text : initial,
    complete: (value) => {
      if (!isList) return value
      const before = text.slice(0, lastAt)
      return `${before}${before === '' ? '' : ' '}${writeList([{ name: value }])}`
    },
    type: (next) => {
      setText(next)
      setIsTouched(true)
      setWalkedTo(null)
    },
    walk: (way) => {
      const from = marked === -1 && !isTouched ? shown.indexOf(initial) : marked
      const next = way === 'down' ? from + 1 : from === -1 ? shown.length - 1 : from - 1
      if (shown.length > 0) setWalkedTo((next + shown.length) % shown.length)
    },
  }
}
