'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { Windowed } from '@/components/ui/windowed'

/** Longer texts are shown on demand. */
export const shownChars = 2_000
/** Characters of one piece. Browsers need minutes to lay out a paragraph with millions. */
const pieceChars = 4_000
/** Estimated characters per line, for the height of text that is not rendered yet. */
const lineChars = 72
const lineHeight = 24

/** A text of any length: its beginning, and the rest on demand. Only the part near the screen is rendered. */
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
          // oxlint-disable-next-line react/no-array-index-key -- the pieces of a text never move
          <span key={at} className="block wrap-anywhere whitespace-pre-wrap">
            {piece}
          </span>
        ))
      }
    </Windowed>
  )
}

/** Cuts a text at the end of a line or word, or else between characters. Joined, the pieces are the original text. */
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
    // Only up to a limit; otherwise a text without any line or word end would end where it began.
    if (at >= start + pieceChars / 2) return at + 1
  }
  const isInPair = /[\ud800-\udbff]/.test(text.charAt(limit - 1))
  return isInPair ? limit - 1 : limit
}
