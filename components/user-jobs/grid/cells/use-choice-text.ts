import { useMemo, useState } from 'react'
import { writeList } from '@/lib/user-jobs/sheet/list'
import { type CellChoices, matchChoices } from './cell-choices'

/** Number of names shown at once, because an organization may have thousands of sites. */
const listedMax = 100

export interface ChoiceText {
  /** The text in the field. */
  text: string
  /** The values in the list. */
  shown: readonly string[]
  /** Index of the highlighted value in `shown`; -1 for none. */
  marked: number
  /** The value of the cell when nothing is highlighted. */
  written: string
  /** The value of the cell when this choice is taken. In a list, the choice replaces the last name. */
  complete: (value: string) => string
  type: (next: string) => void
  /** Highlights the next or previous value, and starts again at the other end. */
  walk: (way: 'down' | 'up') => void
}

/** The text typed into a cell with choices, the matching values, and the highlighted one. */
export function useChoiceText(initial: string, isReplacing: boolean, choices: CellChoices): ChoiceText {
  const [text, setText] = useState(initial)
  const [isTouched, setIsTouched] = useState(isReplacing)
  const [walkedTo, setWalkedTo] = useState<number | null>(null)
  const { isList = false } = choices
  const lastAt = isList ? text.lastIndexOf(';') + 1 : 0
  const last = text.slice(lastAt)
  // All values are listed until something is typed, because the current value would hide the others.
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
    // A single-line field drops line breaks, so an unedited value is kept unchanged.
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
