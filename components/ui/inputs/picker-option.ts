import type { ReactNode } from 'react'
import { fold } from '@/lib/browser/fold'

export interface PickerOption {
  value: string
  label: string
  /** A right-aligned text, for counts and offsets. */
  hint?: string
  /** A decorative picture before the label. */
  lead?: ReactNode
}

/** The options of a picker. A function is called when the panel is opened, and again when it is another function. */
export type PickerOptions = readonly PickerOption[] | (() => readonly PickerOption[])

const splitWords = (text: string) => fold(text).split(/[^\p{L}\p{N}]+/u)

/** Whether each word of `query` starts a word of `label`: "tok" finds Tokyo but not Vostok, "sao" finds São Paulo. */
export function startsWords(label: string, query: string): boolean {
  const words = splitWords(label)
  return splitWords(query).every((start) => words.some((word) => word.startsWith(start)))
}
