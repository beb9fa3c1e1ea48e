'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Windowed } from '@/components/ui/windowed'

/** Longer texts are drawn on demand. */
export const shownChars = 2_000
/** Characters of one piece: browsers lay out a paragraph of millions in minutes. */
const pieceChars = 4_000
/** About so many characters make a line, to estimate the height of what is not drawn yet. */
const lineChars = 72
const lineHeight = 24

/** A text of any length: its beginning, and the rest on demand. Only what is near the screen is drawn. */
export function LongText({ text, chars = shownChars }: { text: string; chars?: number }) {
  const t = useTranslations('report.longText.actions')
  const [isWhole, setWhole] = useState(false)
  if (text.length <= chars) return text
  return (
    <>
      {isWhole ? <Pieces text={text} /> : `${text.slice(0, chars).toWellFormed()}…`}{' '}
      <button
        type="button"
        data-long-text=""
        aria-expanded={isWhole}
        onClick={() => setWhole(!isWhole)}
        className="rounded text-sm font-normal text-accent-ink underline underline-offset-2 print:hidden"
      >
        {isWhole ? t('less') : t('all', { count: text.length })}
      </button>
    </>
  )
}

const weighPiece = (piece: string) => piece.length / lineChars

function Pieces({ text }: { text: string }) {
  return (
    <Windowed items={cutPieces(text)} weigh={weighPiece} rowHeight={lineHeight}>
      {(pieces) =>
        pieces.map((piece, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of one text never move
          <span key={at} className="block wrap-anywhere whitespace-pre-wrap">
            {piece}
          </span>
        ))
      }
    </Windowed>
  )
}

/** Cuts a text at the end of a line or a word, or where there is none, between characters. Joined they are the text. */
export function cutPieces(text: string): string[] {
  const pieces: string[] = []
  for (let at = 0; at < text.length;) {
    const end = endOfPiece(text, at)
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

function endOfPiece(text: string, start: number): number {
  const limit = start + pieceChars
  if (limit >= text.length) return text.length
  for (const mark of ['\n', ' ']) {
    const at = text.lastIndexOf(mark, limit - 1)
    // Not too far back: a text without any such mark would end where it began.
    if (at >= start + pieceChars / 2) return at + 1
  }
  const isInPair = /[\ud800-\udbff]/.test(text.charAt(limit - 1))
  return isInPair ? limit - 1 : limit
}
