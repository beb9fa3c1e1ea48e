import { unreadableCell } from '@/lib/user-jobs/sheet/kinds'
import { attribute } from './xml'

/**
 * The reader refuses a whole workbook because of one unreadable cell. Such cells are marked, so that the others can be
 * read.
 */

interface Shared {
  /** The part with the texts that cells reference by number. */
  strings: Uint8Array | null
  styles: string | null
}

const cell = /<((?:\w+:)?c)\b([^>]*)>([\s\S]*?)<\/\1>/gu

/** The sheet with the text of `unreadableCell` in each cell that cannot be read. A cell without a valid reference is removed. */
export function repairCells(xml: string, { strings, styles }: Shared): string {
  const texts = strings === null ? 0 : count(new TextDecoder().decode(strings), /<(?:\w+:)?si\b/gu)
  const cellStyles = /<(?:\w+:)?cellXfs\b[\s\S]*?<\/(?:\w+:)?cellXfs>/u.exec(styles ?? '')?.[0] ?? ''
  const formats = count(cellStyles, /<(?:\w+:)?xf\b/gu)
  return xml.replaceAll(cell, (whole, tag: string, attributes: string, inner: string) => {
    const place = attribute(attributes, 'r')
    if (place !== null && !/^[A-Z]{1,3}\d{1,7}$/iu.test(place)) return ''
    const at = place === null ? '' : ` r="${place}"`
    const value = /<((?:\w+:)?v)\b[^>]*>([\s\S]*?)<\/\1>/u.exec(inner)?.[2]
    const kind = attribute(attributes, 't') ?? 'n'
    if (!isReadable(kind, value, inner, texts))
      return `<${tag}${at} t="str"><${tag.replace(/c$/u, 'v')}>${unreadableCell}</${tag.replace(/c$/u, 'v')}></${tag}>`
    const format = attribute(attributes, 's')
    // A number with an unknown format is still a number.
    return format === null || isIndex(format, formats) ? whole : `<${tag}${at} t="${kind}">${inner}</${tag}>`
  })
}

const count = (text: string, what: RegExp) => text.match(what)?.length ?? 0
const isIndex = (text: string, length: number) => /^\d+$/u.test(text.trim()) && Number(text) < length

function isReadable(kind: string, value: string | undefined, inner: string, texts: number): boolean {
  if (kind === 's') return value !== undefined && isIndex(value, texts)
  if (kind === 'n') return value === undefined || !Number.isNaN(Number(value))
  if (kind === 'str') return value !== undefined
  if (kind === 'inlineStr') return /<(?:\w+:)?t\b/u.test(inner)
  if (kind === 'b') return value === '0' || value === '1'
  return kind === 'd' && (value === undefined || !Number.isNaN(Date.parse(value)))
}
